package data

import "strings"

// Kind is one way to come by a data set, declared in the file that draws or reads
// it. A data key, such as "wide:700x500", names a kind and behind a colon its
// argument. A kind either draws its table (Draw) or reads files that somebody
// else opens (Read).
type Kind struct {
	Name     string  // what its keys begin with: "wide"
	Argument string  // how an argument is written: "ROWSxCOLUMNS"
	Asked    string  // what an argument is, in a word: "size"
	Alone    bool    // the name alone is a key, too, and stands for the usual size
	About    string  // whole sentences for the help of the key data; may be empty
	Question string  // what the label of a row answers; may be empty
	Offers   []Offer // what a list of data sets holds of it

	// Check returns what is wrong with an argument that is not empty; nil accepts
	// every one. It looks at the words only: whether a file is there shows when it is
	// opened.
	Check func(argument string) error
	// Words are what an argument stands for, without the folders of its paths: a name
	// and, if the kind draws, the size of what it draws.
	Words func(argument string) (name, size string)

	// Draw makes the table of an argument that passed Check, "" for the usual one.
	Draw func(argument string, progress Progress) (*Dataset, error)
	// Version of Draw, from 1: it grows when the same argument comes to another table, so
	// that runs of before are not taken for runs of now.
	Version int

	// Split cuts an argument that may hold several paths; nil if it is one path.
	// exists reports whether there is a file of that name.
	Split func(argument string, exists func(path string) bool) []string
	// Inside names the files that are read where a path is a folder; nil if the paths
	// are themselves the files.
	Inside []string
	// Extension is how the path of a file ends that is taken for this kind where none
	// is named, such as ".csv"; a kind without one takes what no other does.
	Extension string
	// Read makes the table of the opened files, in the order of the paths.
	Read func(files []File) (*Dataset, error)
}

// Offer is one line of a list of data sets.
type Offer struct {
	Key    string // one that ends in a colon still wants its argument
	Title  string
	Detail string // in two or three words
	Long   string // in a line
}

// Progress hears which part of a table, 0 to 1, has been drawn. An error it
// returns ends the drawing and is returned as it is. Nil asks for no news.
type Progress func(part float64) error

func (p Progress) tell(done, all int) error {
	if p == nil {
		return nil
	}
	return p(float64(done) / float64(all))
}

// Forms are how the keys of the kind may be written: "wide", "wide:ROWSxCOLUMNS".
func (k Kind) Forms() []string {
	full := k.Name + ":" + k.Argument
	if k.Alone {
		return []string{k.Name, full}
	}
	return []string{full}
}

// base is a path without its folders.
func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

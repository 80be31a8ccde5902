// Package deal is who holds what: the rows of a data set as the nodes of a run hold them,
// or its columns as parties do, what is held out, and what tells one deal from another;
// and the data that an audit makes of it: the same in two worlds that differ in one
// record, and the worst records there are.
//
// It knows no session, runs nothing, and nobody writes to what has been dealt.
package deal

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"admmlab/models"
	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/config"
	"admmlab/sim/noise"
	"admmlab/sim/numeral"
	"admmlab/sim/spell"
)

// Deal is a data set as the nodes or parties of a run hold it, and what is held out
// for testing. Nobody writes to it: any number of sessions may share one, also at once.
type Deal struct {
	Data  *data.Dataset
	Size  Size
	Norm  float64      // largest |x| of a training row; for sharing each party's block of a row has unit norm
	Test  *models.Held // at rest: sessions have twins of it, as of Locals and Blocks
	Aside *models.Held // training rows that nobody trains on, likewise; nil without

	Rows   [][]int         // data set row of each record of each node; for sharing of each person
	Locals []*models.Local // of each node; nil for sharing

	Blocks []*models.Block // sharing: the columns of each party
	Cuts   []int           // at which the parties are cut, 0 and the last included
	Truth  []float64       // the training labels before any randomised response
	people int             // sharing: so many send something, those held out included
}

// Size is what a run works on; Train are the rows that are trained on.
type Size struct {
	Records, Columns, Train, Test, Dropped int
	OwnTest                                bool   // the test rows are a file of their own, whatever is asked for
	Least                                  int    // records of the node that has fewest; all of them under sharing
	Key, Origin                            string // of the data, as data.Dataset has them
	Nodes                                  []Held // what each node holds; nil for sharing
}

// Held is what a node holds: so many records, so many of them with the label +1.
type Held struct{ Records, Positive int }

// holds is what a node with these rows holds.
func holds(d *data.Dataset, rows []int) Held {
	h := Held{Records: len(rows)}
	for _, i := range rows {
		if d.Labels[i] > 0 {
			h.Positive++
		}
	}
	return h
}

// Key tells the deals of one data set apart: runs with the same key may share one.
type Key struct {
	Train   int
	HeldOut float64
	Shuffle bool
	Seed    uint64 // 0 where it plays no role
	Nodes   int    // 0 for sharing
	Split   string // likewise ""
	Parties string // for sharing where the columns are cut, else ""
}

// KeyOf is the key of the deal a run of c needs.
func KeyOf(c config.Config) Key {
	k := Key{Train: c.Train, HeldOut: c.HeldOut, Shuffle: c.Shuffle, Nodes: c.Nodes, Split: c.Split.String()}
	if c.Spec().Vertical {
		k.Nodes, k.Split, k.Parties = 0, "", fmt.Sprint("cut at ", c.Parties)
	}
	if c.Shuffle || c.Split.Skew > 0 && !c.Spec().Vertical {
		k.Seed = c.Seed
	}
	return k
}

// picked tells apart which rows of one data set are trained on, which are held out and which test.
type picked struct {
	train   int
	heldOut float64
	shuffle bool
	seed    uint64 // 0 where it plays no role
}

// SameRows reports whether runs of a and b train and test on the same rows of data of that
// size. Who holds which of them does not count.
func SameRows(a, b config.Config, size Size) bool { return size.picked(a) == size.picked(b) }

func (s Size) picked(c config.Config) picked {
	r := picked{train: c.Train, heldOut: c.HeldOut}
	switch {
	case s.OwnTest:
		r.train = s.Records - s.Test
	case r.train == 0:
		r.train = data.UsualTrain(s.Records)
	}
	if c.Shuffle && !(s.OwnTest && c.HeldOut == 0) { // beside a test file all others train, in whatever order
		r.shuffle, r.seed = true, c.Seed
	}
	return r
}

// New deals d, which has been read for c.Data, as c asks for. room, which may be
// nil, is called before large tables are made, when nothing can be refused any more; heed,
// which may be nil, is asked between them, and its error ends the deal.
func New(c config.Config, d *data.Dataset, room func(), heed func() error) (*Deal, error) {
	if heed == nil {
		heed = func() error { return nil }
	}
	var order []int
	if c.Shuffle {
		order = noise.New(c.Seed).Shuffle(d.Len())
	}
	train, test, err := data.Split(d, c.Train, order)
	if err != nil {
		return nil, err
	}
	train, aside, err := setAside(train, c.HeldOut)
	if err != nil {
		return nil, err
	}
	l := &Deal{Data: d, Size: Size{Records: d.Len(), Columns: d.Rows.Dim, Train: len(train), Test: len(test), OwnTest: d.OwnTest(), Dropped: d.Dropped, Key: d.Key, Origin: d.Origin}}
	l.Size.Least = len(train)
	if c.Spec().Vertical {
		return l, l.columns(c, train, test, aside, room, heed)
	}
	return l, l.nodes(c, train, test, aside, heed)
}

// mostTold is of how many nodes it is told what each holds.
const mostTold = 10

// HoldWords say who holds what where the split of a run of c is not even, "" where it is.
func (l *Deal) HoldWords(c config.Config) string {
	nodes := l.Size.Nodes
	if c.Split.Even() || len(nodes) == 0 {
		return ""
	}
	share := func(h Held) float64 { return 100 * float64(h.Positive) / float64(h.Records) }
	var records, shares []string
	for _, h := range nodes[:min(len(nodes), mostTold)] {
		records, shares = append(records, numeral.Group(h.Records)), append(shares, fmt.Sprintf("%.0f", share(h)))
	}
	which := "nodes 1 to " + strconv.Itoa(len(nodes))
	switch {
	case len(nodes) == 1:
		return "" // it holds all there are
	case len(nodes) > mostTold:
		which = fmt.Sprintf("nodes 1 to %d, of %d,", mostTold, len(nodes))
	}
	words := fmt.Sprintf("%s hold %s records, of which %s %% are +1", which, strings.Join(records, " / "), strings.Join(shares, " / "))
	if slices.Contains(l.Data.Columns, c.Split.By) {
		words += ", sorted by " + c.Split.By + " as the scaled records have it"
	}
	if c.HasNoise(c.Limit()) {
		words += ": who holds which record is taken as public, and is in no ε"
	}
	return words
}

// setAside parts the last rows, as many as are no larger a share of all, from those that are
// trained on. Shares are compared, as 0.29 * 100 is less than 29 when it is rounded and 29 / 100
// is 0.29.
func setAside(train []int, share float64) (rest, aside []int, err error) {
	if share == 0 {
		return train, nil, nil
	}
	all := len(train)
	rows := sort.Search(all, func(n int) bool { return float64(n+1)/float64(all) > share })
	if rows < 1 {
		return nil, nil, fmt.Errorf("held_out = %s of %d training rows is none, expected a share of at least one row", numeral.Given(share), all)
	}
	at := all - rows
	return train[:at:at], train[at:], nil
}

// nodes gives each node its training rows.
func (l *Deal) nodes(c config.Config, train, test, aside []int, heed func() error) error {
	d := l.Data
	if err := checkTables(slices.Repeat([]int{d.Rows.Dim}, c.Nodes), squares, 0); err != nil {
		return err
	}
	if by := c.Split.By; c.Nodes > 1 && by != "" && by != data.Label && !d.SortsBy(by) {
		return fmt.Errorf("split = %s: %s has no column and no group of columns called %q, expected label, or one such as %s%s",
			c.Split, d.Name, by, d.Groups()[0], spell.Hint(by, d.Groups()))
	}
	var order []int
	if c.Split.Skew > 0 {
		order = noise.New(c.Seed).Order(noise.Holders, len(train))
	}
	var err error
	if l.Rows, err = c.Split.Deal(d, train, c.Nodes, order); err != nil {
		return err
	}
	for _, rows := range l.Rows {
		if err := heed(); err != nil {
			return err
		}
		l.Size.Least = min(l.Size.Least, len(rows))
		l.Size.Nodes = append(l.Size.Nodes, holds(d, rows))
		signed := d.Rows.SelectSigned(rows, d.Labels)
		l.Norm = math.Max(l.Norm, signed.MaxNorm())
		if err := heed(); err != nil {
			return err
		}
		l.Locals = append(l.Locals, models.NewLocal(signed))
	}
	if err := heed(); err != nil {
		return err
	}
	l.Test = models.NewHeld(d.Rows.Select(test), d.LabelsOf(test))
	if aside != nil {
		l.Aside = models.NewHeld(d.Rows.Select(aside), d.LabelsOf(aside))
	}
	return nil
}

// columns gives each party its columns of every training row.
func (l *Deal) columns(c config.Config, train, test, aside []int, room func(), heed func() error) error {
	d := l.Data
	cuts, err := c.Cuts(d.Rows.Dim)
	if err != nil {
		return err
	}
	l.Cuts, l.people = cuts, len(train)+len(aside)
	if err := l.roomFor(c); err != nil {
		return err
	}
	if room != nil {
		room()
	}
	l.Rows, l.Truth = [][]int{train}, d.LabelsOf(train)
	for m := 1; m < len(cuts); m++ {
		if err := heed(); err != nil {
			return err
		}
		block := d.Rows.Block(train, cuts[m-1], cuts[m], true)
		l.Norm = max(l.Norm, block.MaxNorm())
		if err := heed(); err != nil {
			return err
		}
		l.Blocks = append(l.Blocks, models.NewBlock(block))
	}
	if err := heed(); err != nil {
		return err
	}
	l.Test = heldOf(d, test, cuts)
	if aside != nil {
		l.Aside = heldOf(d, aside, cuts)
	}
	return nil
}

// heldOf are rows of d as one joined model scores them.
func heldOf(d *data.Dataset, rows, cuts []int) *models.Held {
	held := d.Rows.Select(rows)
	held.ScaleBlocks(cuts)
	return models.NewHeld(held, d.LabelsOf(rows))
}

// Holders is how many nodes or parties there are.
func (l *Deal) Holders() int { return len(l.Locals) + len(l.Blocks) }

// EntryName is what entry i of a message stands for: a column, or for sharing a person.
func (l *Deal) EntryName(i int) string {
	if l.Blocks == nil {
		return l.Data.Columns[i]
	}
	return "person " + strconv.Itoa(l.Rows[0][i]+1)
}

// MostTables bounds, in bytes, the wide tables of all runs at once: the square tables, one
// entry a pair of columns, that minimisers and meters keep, and under sharing what is kept
// of every number that parties send. Without a bound they would end the program without a
// word, or keep it at one minimisation for minutes.
const MostTables = 1 << 30

const (
	// squares is how many square tables there are at each holder, at most: D'D, its factor,
	// its inverse and the work space of that.
	squares = 4
	// printedSquares is how many there are at a party whose noise is the printed one: beside
	// them the eigenvectors of D'D and its root, where columns are dependent.
	printedSquares = 6
	// sent is how many bytes are kept of a number that a party sends, one a person: messages,
	// targets, draws and where its minimiser and the meter stand, up to 120 bytes of a
	// session, and 80 of another that looks back in it.
	sent = 200
)

// Tables is how many bytes they take, at most, in a run of c on a data set; more than
// MostTables for a run that is refused.
func Tables(c config.Config, d *data.Dataset) float64 {
	if !c.Spec().Vertical {
		return bytesOf(slices.Repeat([]int{d.Rows.Dim}, c.Nodes), squares)
	}
	cuts, err := c.Cuts(d.Rows.Dim)
	if err != nil {
		return 0 // it is refused
	}
	people, err := data.TrainSize(d, c.Train)
	if err != nil {
		return 0 // likewise
	}
	columns := widths(cuts)
	return bytesOf(columns, squaresAt(c)) + sentBy(len(columns), people)
}

// Dealt is about how many bytes a run takes for what it is dealt of a data set: two copies of
// every entry, of 12 bytes, and for every record where it begins, its place and label, twice.
func Dealt(d *data.Dataset) float64 {
	return float64(2*12*float64(len(d.Rows.Value))) + float64(64*float64(d.Len()))
}

// squaresAt is how many square tables a party of a run of c makes, at most, whatever its
// columns are: whether they depend on each other is found out on the way.
func squaresAt(c config.Config) int {
	if c.Set.Variant == admm.Printed || slices.ContainsFunc(c.Events, func(e config.Event) bool {
		return e.Key == config.VariantKnob.Key && e.Value == admm.Printed
	}) {
		return printedSquares
	}
	return squares
}

// bytesOf is what so many square tables at each of holders with so many columns take.
func bytesOf(columns []int, squares int) (need float64) {
	for _, d := range columns {
		need += float64(float64(squares) * 8 * float64(d) * float64(d))
	}
	return need
}

// sentBy is what is kept of the messages of so many parties.
func sentBy(parties, people int) float64 { return float64(sent * float64(parties) * float64(people)) }

// widths are how many columns parties have between cuts.
func widths(cuts []int) (list []int) {
	for m := 1; m < len(cuts); m++ {
		list = append(list, cuts[m]-cuts[m-1])
	}
	return list
}

// checkTables refuses a run whose wide tables do not fit; columns are those of each node or
// party, with so many square tables each, and messages what is kept of what parties send.
func checkTables(columns []int, squares int, messages float64) error {
	width := bytesOf(columns, squares)
	switch need := width + messages; {
	case need <= MostTables:
		return nil
	case messages > width:
		return fmt.Errorf("the messages of %d parties need about %.3g GiB, %d bytes a person and party, expected at most %d; take fewer people (train) or fewer parties",
			len(columns), need/(1<<30), sent, MostTables>>30)
	default:
		return fmt.Errorf("%d columns at the widest of %d nodes or parties need about %.3g GiB to minimise, expected at most %d; take fewer columns, fewer nodes, or method sharing with more parties",
			slices.Max(columns), len(columns), need/(1<<30), MostTables>>30)
	}
}

// roomFor is why the wide tables of c, of the same parties, do not fit; nil if they do.
func (l *Deal) roomFor(c config.Config) error {
	if l.Cuts == nil {
		return nil
	}
	columns := widths(l.Cuts)
	return checkTables(columns, squaresAt(c), sentBy(len(columns), l.people))
}

// Takes is why no run can be made of c on this deal, or turned to it; nil if one can. What
// else decides a deal has been refused with it.
func (l *Deal) Takes(c config.Config) error {
	if err := Watchable(c, l.Size.Records); err != nil {
		return err
	}
	return l.roomFor(c)
}

// Watchable is why c cannot watch the record it names in data of so many; nil if it can, or
// watches nobody.
func Watchable(c config.Config, last int) error {
	if c.Watch > last && config.WatchKnob.Reads(c) {
		return fmt.Errorf("watch = %d is beyond the last row of the data, %d; expected a row from 1 to that, or 0 for nobody", c.Watch, last)
	}
	return nil
}

// Starts are the models before the first iteration of a run of c, nil for 0 everywhere:
// f_i(0) = start z_i with z_i standard normal. No record decides them and all nodes know
// them, so that they cost no epsilon. They are the same for every Repeat, whose noise
// then is all that differs.
func (l *Deal) Starts(c config.Config) [][]float64 {
	if c.Start == 0 || c.Spec().Vertical {
		return nil
	}
	list := make([][]float64, len(l.Locals))
	for i := range list {
		list[i] = make([]float64, l.Locals[i].Dim())
		noise.New(c.Seed).Gaussian(list[i], noise.Start, i, 0, c.Start)
	}
	return list
}

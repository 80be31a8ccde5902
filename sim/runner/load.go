package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"admmlab/models/data"
	"admmlab/sim"
	"admmlab/sim/config"
)

// Load reads the data set a data key names; progress (may be nil) is called
// meanwhile. Errors are one sentence with file and line.
func Load(key string, progress func(sim.Loading)) (*data.Dataset, error) {
	kind, rest, _ := strings.Cut(key, ":")
	var set *data.Dataset
	var err error
	switch kind {
	case "census":
		people := data.CensusPeople
		if rest != "" {
			if people, err = strconv.Atoi(rest); err != nil {
				return nil, config.CheckData(key)
			}
		}
		set, err = data.Census(people)
	case "wide":
		set, err = loadWide(rest, progress)
	case "adult":
		set, err = loadAdult(rest, progress)
	case "libsvm":
		set, err = loadLIBSVM(rest, progress)
	case "csv":
		set, err = loadCSV(rest, progress)
	default:
		return nil, config.CheckData(key)
	}
	if err != nil {
		return nil, err
	}
	set.Name = key
	return set, nil
}

func loadWide(size string, progress func(sim.Loading)) (*data.Dataset, error) {
	rows, columns, err := config.WideSize(size)
	if err != nil {
		return nil, err
	}
	return data.Wide(rows, columns, func(part float64) {
		if progress != nil {
			progress(sim.Loading{What: "drawing wide data", Part: part})
		}
	})
}

func loadAdult(folder string, progress func(sim.Loading)) (*data.Dataset, error) {
	files, report, err := open(progress, filepath.Join(folder, "adult.data"), filepath.Join(folder, "adult.test"))
	if err != nil {
		return nil, fmt.Errorf("opening UCI Adult in %s: %w; expected a folder with adult.data and adult.test", folder, err)
	}
	defer closeAll(files)
	return data.Adult(files[0], files[1], files[0].Name(), files[1].Name(), report)
}

func loadLIBSVM(rest string, progress func(sim.Loading)) (*data.Dataset, error) {
	files, report, err := open(progress, trainAndTest(rest)...)
	if err != nil {
		return nil, fmt.Errorf("opening LIBSVM data: %w; expected libsvm:TRAIN or libsvm:TRAIN:TEST with readable files", err)
	}
	defer closeAll(files)
	if len(files) == 1 {
		return data.LIBSVM(files[0], files[0].Name(), nil, "", report)
	}
	return data.LIBSVM(files[0], files[0].Name(), files[1], files[1].Name(), report)
}

// trainAndTest are the paths of TRAIN or TRAIN:TEST; a path may hold a colon if the
// whole of it exists.
func trainAndTest(rest string) []string {
	if _, err := os.Stat(rest); err != nil {
		if cut := strings.LastIndexByte(rest, ':'); cut > 0 {
			return []string{rest[:cut], rest[cut+1:]}
		}
	}
	return []string{rest}
}

// FullPaths is a data key that means the same files wherever the program is
// started.
func FullPaths(key string) string {
	kind, rest, _ := strings.Cut(key, ":")
	var paths []string
	switch kind {
	case "adult", "csv":
		paths = []string{rest}
	case "libsvm":
		paths = trainAndTest(rest)
	default:
		return key
	}
	for i, p := range paths {
		full, err := filepath.Abs(p)
		if err != nil { // the folder we are in has gone
			return key
		}
		paths[i] = full
	}
	return kind + ":" + strings.Join(paths, ":")
}

func loadCSV(path string, progress func(sim.Loading)) (*data.Dataset, error) {
	files, report, err := open(progress, path)
	if err != nil {
		return nil, fmt.Errorf("opening CSV data: %w; expected csv:PATH with a readable file", err)
	}
	defer closeAll(files)
	return data.CSV(files[0], files[0].Name(), report)
}

// open opens all paths or none, and makes a report of bytes done out of their
// common size.
func open(progress func(sim.Loading), paths ...string) ([]*os.File, func(int64), error) {
	var files []*os.File
	total := int64(0)
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			closeAll(files)
			return nil, nil, err
		}
		files = append(files, f)
		info, err := f.Stat()
		if err == nil && info.IsDir() {
			err = fmt.Errorf("%s is a folder", path)
		}
		if err != nil {
			closeAll(files)
			return nil, nil, err
		}
		total += info.Size()
	}
	report := func(done int64) {
		if progress != nil && total > 0 {
			progress(sim.Loading{What: "reading " + filepath.Base(paths[0]), Part: float64(done) / float64(total)})
		}
	}
	return files, report, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close() // read only: nothing can be lost
	}
}

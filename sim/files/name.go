package files

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Straight is path without the .. that lead out of folders: they go up from where a linked
// folder really is, which a name that is joined, cleaned or taken apart by its spelling
// forgets. It stays as it is where that folder is not there.
func Straight(path string) string {
	separator := string(filepath.Separator)
	up := strings.LastIndex(path+separator, separator+".."+separator)
	if up < 0 || runtime.GOOS == "windows" { // which goes by the spelling
		return path
	}
	up += len(separator + "..")
	named := func(element string) bool { return strings.Trim(element, ".") != "" || len(element) > 2 }
	if !filepath.IsAbs(path) && !slices.ContainsFunc(strings.Split(path[:up], separator), named) {
		return path // up from the folder we are in
	}
	folder, err := filepath.EvalSymlinks(path[:up])
	if err != nil {
		return path
	}
	return folder + path[up:]
}

// Full is the absolute name of what path means in the folder we are in.
func Full(path string) (string, error) {
	path = filepath.Clean(Straight(path))
	if !strings.HasPrefix(path, "..") {
		return filepath.Abs(path)
	}
	here, err := os.Getwd() // may come through links
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	return filepath.Join(here, path), err
}

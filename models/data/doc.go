// Package data holds the tables that everything here learns from: records as
// sparse rows of unit length with a label of +1 or -1.
//
// A Kind is one way to come by a table: a made-up census population drawn from a
// small model embedded in the program (Census), a wide dense table (Wide), the two
// files of UCI Adult (Adult), LIBSVM text (LIBSVM) and comma separated text (CSV).
// Each is declared in the file that draws or reads it, with its words, its form
// and what it accepts; Kinds lists them, and whoever checks a data key, opens its
// files, completes it or offers it asks that list.
//
// Every kind gives a Dataset whose rows x_n have |x_n| <= 1, since the privacy
// theorems bound how far one record can move a model by the length of its row.
// Split and Deal then say which records train, which test, and which node owns
// which; Select, SelectSigned and Block cut the tables out, by rows for the
// consensus methods and by columns for vertical sharing.
//
// The census model was fitted to UCI Adult (Becker and Kohavi, UCI Machine
// Learning Repository, 1996, CC BY 4.0); it holds counts and coefficients, no
// records.
//
// The package reads what it is given: it never opens a file, never draws from
// a global generator (what is drawn has a fixed seed of its own, so a session's
// noise seed cannot change the people), and knows nothing of networks, privacy
// or terminals. A Dataset is written once and only read afterwards: everything
// that is cut out of it is a copy, so any number of sessions may share one.
package data

package data

import "fmt"

// The papers train on 40,000 of the 45,222 complete records of UCI Adult; a
// split that names no number keeps that share.
const papersTrain, papersTotal = 40000, 45222

// Split says which records of d train and which test.
//
// order is a permutation of 0..Len()-1, nil for the order of the file. When d
// has a test file (TestFrom < Len()), it overrides train: its records are the
// test rows and all others, in order, the training rows. Otherwise the first
// train records of order train and the rest test, where train = 0 chooses
// floor(Len() * 40000/45222). Both parts come back in order; an empty part is an
// error.
func Split(d *Dataset, train int, order []int) (trainRows, testRows []int, err error) {
	n := d.Len()
	if order == nil {
		order = make([]int, n)
		for i := range order {
			order[i] = i
		}
	} else if err := checkPermutation(order, n); err != nil {
		return nil, nil, err
	}
	own := d.OwnTest()
	if train, err = TrainSize(d, train); err != nil {
		return nil, nil, err
	}
	trainRows = make([]int, 0, train)
	testRows = make([]int, 0, n-train)
	for k, i := range order {
		switch {
		case own && i >= d.TestFrom, !own && k >= train:
			testRows = append(testRows, i)
		case len(trainRows) < train:
			trainRows = append(trainRows, i)
		}
	}
	return trainRows, testRows, nil
}

// OwnTest reports whether records come from a test file.
func (d *Dataset) OwnTest() bool { return d.TestFrom < d.Len() }

// UsualTrain is how many of so many records train where no number is asked for: at least one,
// as the share of 2 records is already 1.
func UsualTrain(records int) int { return int(int64(records) * papersTrain / papersTotal) }

// TrainSize is how many training rows Split makes, checked to leave something to train on
// and something to test on.
func TrainSize(d *Dataset, train int) (int, error) {
	n, own := d.Len(), d.OwnTest()
	switch {
	case train < 0:
		return 0, fmt.Errorf("splitting %s: %d training rows, expected 1 or more, or 0 for the usual share", d.Name, train)
	case own && d.TestFrom < 1:
		return 0, fmt.Errorf("splitting %s: all %d records are in the test file, expected some to train on", d.Name, n)
	case own:
		return d.TestFrom, nil
	case n < 2:
		return 0, fmt.Errorf("splitting %s: %d records, expected at least 2, one to train on and one to test on", d.Name, n)
	case train == 0:
		return UsualTrain(n), nil
	case train >= n:
		return 0, fmt.Errorf("splitting %s: %d training rows of %d records leave none to test on, expected at most %d", d.Name, train, n, n-1)
	}
	return train, nil
}

func checkPermutation(order []int, n int) error {
	if len(order) != n {
		return fmt.Errorf("splitting %d records: the order names %d records, expected each once", n, len(order))
	}
	seen := make([]bool, n)
	for _, i := range order {
		if i < 0 || i >= n || seen[i] {
			return fmt.Errorf("splitting %d records: the order names record %d wrongly or twice, expected each of 0..%d once", n, i, n-1)
		}
		seen[i] = true
	}
	return nil
}

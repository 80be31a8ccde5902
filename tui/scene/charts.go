package scene

// The charts, as indices of ranges and scales.
const (
	LossChart = iota
	ErrorChart
	PrivacyChart
)

package scene

import "admmlab/sim/config"

// Names is config.Names.
func Names(configs []config.Config) []string { return config.Names(configs) }

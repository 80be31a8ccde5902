package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"admmlab/models/data"
	"admmlab/sim/admm"
	"admmlab/sim/spell"
)

func text(key, words string, field func(*Config) *string) Knob {
	return Knob{
		Declaration: admm.Declaration{Key: key, Symbol: key, Words: words, Counts: admm.AtReset},
		Reads:       always,
		get:         func(c Config) string { return *field(&c) },
		set:         func(c *Config, v string) error { *field(c) = v; return nil },
	}
}

func choice(key, words, turning string, list func(Config) []string, reads func(Config) bool, field func(*Config) *string) Knob {
	return Knob{
		Declaration: admm.Declaration{Key: key, Symbol: key, Words: words, Turning: turning, Counts: admm.NextIteration},
		Choices:     list, Reads: reads,
		get: func(c Config) string { return *field(&c) },
		set: func(c *Config, v string) error {
			allowed := list(*c)
			if !reads(*c) {
				return nil // nothing to choose: kept as it is
			}
			for _, a := range allowed {
				if a == v {
					*field(c) = v
					return nil
				}
			}
			return fmt.Errorf("%s = %q is not a choice of %s, expected one of %s%s", key, v, c.Method, strings.Join(allowed, " "), spell.Hint(v, allowed))
		},
		step: func(c Config, n int) string {
			allowed := list(c)
			for i, a := range allowed {
				if a == *field(&c) {
					return allowed[((i+n)%len(allowed)+len(allowed))%len(allowed)]
				}
			}
			return *field(&c)
		},
	}
}

func toggle(key, words, turning string, when admm.When, reads func(Config) bool, field func(*Config) *bool) Knob {
	return Knob{
		Declaration: admm.Declaration{Key: key, Symbol: key, Words: words, Turning: turning, Counts: when},
		Choices:     func(Config) []string { return []string{"true", "false"} }, Reads: reads,
		get: func(c Config) string { return strconv.FormatBool(*field(&c)) },
		set: func(c *Config, v string) error {
			b, err := strconv.ParseBool(v)
			if err != nil {
				return fmt.Errorf("%s = %q, expected true or false", key, v)
			}
			*field(c) = b
			return nil
		},
		step: func(c Config, n int) string { return strconv.FormatBool(*field(&c) != (n%2 != 0)) },
	}
}

func integer(key, words, turning string, low, high, by int, when admm.When, reads func(Config) bool, field func(*Config) *int) Knob {
	return Knob{
		Declaration: admm.Declaration{Key: key, Symbol: key, Words: words, Turning: turning, Counts: when},
		Reads:       reads,
		get:         func(c Config) string { return strconv.Itoa(*field(&c)) },
		set: func(c *Config, v string) error {
			n, err := strconv.Atoi(v)
			if err != nil || n < low || n > high {
				return fmt.Errorf("%s = %q, expected a whole number from %d to %d", key, v, low, high)
			}
			*field(c) = n
			return nil
		},
		step: func(c Config, n int) string {
			return strconv.Itoa(min(high, max(low, *field(&c)+n*by)))
		},
	}
}

func seed() Knob {
	return Knob{
		Declaration: admm.Declaration{
			Key: "seed", Symbol: "seed", Words: "seed of split, random graph and noise", Counts: admm.AtReset,
			Turning: "The same seed replays a run bit for bit. Runs that differ in one parameter share their noise draws, so that what differs on screen is the parameter.",
		},
		Reads: always,
		get:   func(c Config) string { return strconv.FormatUint(c.Seed, 10) },
		set: func(c *Config, v string) error {
			n, err := strconv.ParseUint(v, 10, 64)
			if err != nil {
				return fmt.Errorf("seed = %q, expected a whole number from 0 to 18446744073709551615", v)
			}
			c.Seed = n
			return nil
		},
		step: func(c Config, n int) string { return strconv.FormatUint(c.Seed+uint64(n), 10) },
	}
}

func budget() Knob {
	return Knob{
		Declaration: admm.Declaration{
			Key: "budget", Symbol: "budget", Words: "ε that may be spent in all, 0 = no wall", Counts: admm.NextIteration,
			Formula: "total ε ≤ budget at δ, by the chosen accountant", Place: "not in the papers",
			Turning: "Draws a wall in the privacy chart and says how many iterations are left before it.",
		},
		Reads: noisy,
		get:   func(c Config) string { return strconv.FormatFloat(c.Budget, 'g', -1, 64) },
		set: func(c *Config, v string) error {
			x, err := strconv.ParseFloat(v, 64)
			if err != nil || !(x >= 0 && x <= 1e6) {
				return fmt.Errorf("budget = %q, expected a number from 0 (no wall) to 1e6", v)
			}
			c.Budget = x
			return nil
		},
		step: func(c Config, n int) string {
			return strconv.FormatFloat(math.Min(1e6, math.Max(0, nudge(c.Budget, 0.5, n))), 'g', -1, 64)
		},
	}
}

func parties() Knob {
	return Knob{
		Declaration: admm.Declaration{
			Key: "parties", Symbol: "cuts", Words: "columns at which the parties are cut", Counts: admm.AtReset,
			Formula: "𝒟 = [𝒟_1 … 𝒟_M]", Place: "Sharing, section 2; a9a is cut at 66, gisette at 2000,4000",
			Turning: "One cut makes two parties, two cuts three. Each party's block of a row is scaled to unit norm.",
		},
		Reads: vertical,
		get:   func(c Config) string { return joinInts(c.Parties) },
		set: func(c *Config, v string) error {
			c.Parties = nil
			for _, part := range strings.Split(v, ",") {
				if v == "" {
					break
				}
				n, err := strconv.Atoi(strings.TrimSpace(part))
				if err != nil || n < 1 || (len(c.Parties) > 0 && n <= c.Parties[len(c.Parties)-1]) {
					return fmt.Errorf("parties = %q, expected increasing columns such as 66 or 40,80", v)
				}
				c.Parties = append(c.Parties, n)
			}
			return nil
		},
	}
}

// checkData looks at the form of a data key, without opening anything.
func CheckData(v string) error {
	kind, rest, found := strings.Cut(v, ":")
	switch kind {
	case "census":
		n, err := strconv.Atoi(rest)
		if !found || (err == nil && n >= 2 && n <= data.MaxPeople) {
			return nil
		}
		return fmt.Errorf("data = %q, expected census or census:N with N from 2 to %d", v, data.MaxPeople)
	case "wide":
		if found && rest == "" {
			return fmt.Errorf("data = %q names no size, expected wide or wide:ROWSxCOLUMNS such as wide:700x500", v)
		}
		if _, _, err := WideSize(rest); err != nil {
			return fmt.Errorf("data = %q: %w", v, err)
		}
		return nil
	case "adult", "libsvm", "csv":
		if rest != "" {
			return nil
		}
		return fmt.Errorf("data = %q names no file, expected %s:PATH", v, kind)
	}
	return fmt.Errorf("data = %q is unknown, expected census, census:N, wide, wide:ROWSxCOLUMNS, adult:PATH, libsvm:TRAIN[:TEST] or csv:PATH%s",
		v, spell.Hint(kind, []string{"census", "wide", "adult", "libsvm", "csv"}))
}

// wideSize reads the size of wide data, such as 700x500; "" is the usual one.
func WideSize(size string) (rows, columns int, err error) {
	if size == "" {
		return data.WideRows, data.WideColumns, nil
	}
	first, second, _ := strings.Cut(size, "x")
	rows, err = strconv.Atoi(first)
	if err == nil {
		columns, err = strconv.Atoi(second)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%q is no size, expected ROWSxCOLUMNS such as 700x500", size)
	}
	return rows, columns, data.CheckWide(rows, columns)
}

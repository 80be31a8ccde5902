package tui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"admmlab/sim"
	"admmlab/sim/admm"
	"admmlab/tui/chart"
)

// nameOf is what the screen calls a knob.
func nameOf(k sim.Knob) string {
	switch k.Key {
	case "private":
		return "noise"
	case "iterations":
		return "limit"
	case "growth":
		return "growth"
	case "dual_step":
		return "dual"
	case "adjacency":
		return "versus"
	case "realised":
		return "measure"
	case "accountant":
		return "account"
	}
	return k.Symbol
}

// short is a value in the text form, made short for reading.
func short(c sim.Config, key, value string) string {
	switch key {
	case "private", "stop", "realised":
		if value == "true" {
			return "on"
		}
		return "off"
	case "budget", "watch", "repair", "labels":
		if value == "0" {
			return map[string]string{"budget": "none", "watch": "nobody", "repair": "off", "labels": "off"}[key]
		}
		if key == "watch" {
			return "row " + value
		}
		return shortNumbers(value)
	case "order":
		if value == "gauss-seidel" {
			return "one by one"
		}
		return "all at once"
	case "variant":
		if v, ok := c.Spec().Variant(value); ok {
			return v.Words
		}
	case "data":
		return groups(sim.DataWords(value))
	case "topology":
		if rest, ok := strings.CutPrefix(value, "edges:"); ok {
			n := 0
			if rest != "" {
				n = strings.Count(rest, ",") + 1
			}
			return fmt.Sprintf("%d edges", n)
		}
	case "train":
		if value == "0" {
			return "papers' share"
		}
		return groups(value)
	case "parties":
		if value == "" {
			return "halves"
		}
	case "shuffle":
		if value == "true" {
			return "yes"
		}
		return "no"
	case "alpha", "rho", "eta", "growth", "gamma", "C", "epsilon", "delta", "sigma", "b1", "lambda":
		return shortNumbers(value)
	}
	return value
}

func shortNumbers(value string) string {
	parts := strings.Split(value, ",")
	for i, p := range parts {
		if v, err := strconv.ParseFloat(strings.TrimSpace(p), 64); err == nil {
			parts[i] = chart.Number(v)
		}
	}
	return strings.Join(parts, ",")
}

// groups puts commas into numbers of five digits and more: 45222 -> 45,222.
func groups(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		if n, err := strconv.Atoi(w); err == nil && n >= 10000 {
			words[i] = grouped(n)
		}
	}
	return strings.Join(words, " ")
}

func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// bound is a total of ε, never smaller than it is.
func bound(epsilon float64) string { return chart.AtMost(epsilon, 3) }

func paceWords(speed float64) string {
	if speed <= 0 {
		return "flat out"
	}
	return fmt.Sprintf("%g it/s", speed)
}

// likely says an ε in words: by how much the odds of anything sent can shift.
func likely(epsilon float64) string {
	switch e := math.Exp(epsilon); {
	case math.IsNaN(epsilon):
		return "no guarantee"
	case math.IsInf(epsilon, 1):
		return "no bound at all, this promises nothing"
	case epsilon > 13.8: // a million
		return "over a million times as likely, this promises nothing"
	case e >= 1000:
		return fmt.Sprintf("at most %s times as likely, hardly a promise", grouped(int(math.Ceil(e/100))*100))
	case e >= 100:
		return fmt.Sprintf("at most %d times as likely", int(math.Ceil(e)))
	default:
		return fmt.Sprintf("at most %s times as likely", chart.AtMost(e, 2))
	}
}

// shortLikely is likely for a narrow line.
func shortLikely(epsilon float64) string {
	switch e := math.Exp(epsilon); {
	case !(epsilon <= 13.8):
		return "promises nothing"
	case e >= 1000:
		return "hardly a promise"
	default:
		return "×" + chart.AtMost(e, 2)
	}
}

// neighbours is what the totals compare, in three words.
func neighbours(c sim.Config) string {
	switch c.Set.Adjacency {
	case "remove":
		return "one record removed"
	case "column":
		return "one column changed"
	case "person":
		return "one person replaced"
	}
	return "one record replaced"
}

// composition is how the paper adds its charges.
func composition(s admm.Spec) string {
	if s.Vertical {
		return "Corollary 1"
	}
	return "basic"
}

// panelTitle and panelWords introduce a panel.
func panelTitle(p panel) string {
	return [...]string{"Method", "Parameters", "Loss (train)", "Error (test) %", "Privacy so far", "Network", "Guarantees"}[p]
}

func panelWords(p panel) string {
	return [...]string{
		"↑↓ choose a method, enter starts it with its paper's parameters",
		"",
		"mean over nodes of the logistic loss at the node's own model",
		"share of test rows that the mean model gets wrong",
		"total bound of everything sent so far: the curve can only rise",
		"who hears whom; t changes the graph, cuts and joins edges",
		"what the theorems ask for, checked on the numbers in force; ↑↓ choose, enter explains",
	}[p]
}

// helpName is the panel's name in package help.
func helpName(p panel) string {
	return [...]string{"method", "parameters", "loss", "error", "privacy", "network", "guarantees"}[p]
}

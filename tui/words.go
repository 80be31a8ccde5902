package tui

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

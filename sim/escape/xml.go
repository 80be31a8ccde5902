package escape

import "strings"

// XML is a text as one line of text in XML, such as SVG, or in an attribute there: it
// begins no tag, and what is hidden stands there as an escape.
func XML(text string) string { return inXML.Replace(Terminal(text)) }

var inXML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

# Prints a line for each skipped test in surefire's XML reports. What a test calls OPTIONAL is told by its reason alone.
function attribute(name,    from, text) {
  from = index($0, " " name "=\"")
  if (from == 0) return ""
  text = substr($0, from + length(name) + 3)
  sub(/".*/, "", text)
  gsub(/&#10;/, " ", text); gsub(/&quot;/, "\"", text); gsub(/&apos;/, "'", text)
  gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&amp;/, "\\&", text)
  return text
}

/<testcase / {
  type = attribute("classname")
  sub(/.*\./, "", type)
  test = type "." attribute("name")
}

/<skipped/ {
  why = attribute("message")
  # With a whole stack trace, the reason stands on its first line.
  if (why == "" && match($0, /<!\[CDATA\[/)) {
    why = substr($0, RSTART + RLENGTH)
    sub(/\]\]>.*/, "", why)
    sub(/^[A-Za-z0-9_.$]*: /, "", why)
  }
  sub(/^Assumption failed: /, "", why)
  if (sub(/^OPTIONAL: /, "", why)) { print "OPTIONAL: " why; next }
  print "SKIPPED: " test " because " (why == "" ? "no reason was given" : why)
}

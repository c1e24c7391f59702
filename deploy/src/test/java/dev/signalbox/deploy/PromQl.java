package dev.signalbox.deploy;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the names in a PromQL expression; it does not understand the rest. */
record PromQl(String expression) {
    private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern MATCHERS = Pattern.compile("\\{([^}]*)}");
    private static final Pattern RANGE = Pattern.compile("\\[[^]]*]");
    private static final Pattern CLAUSE =
            Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern WORD = Pattern.compile("(?<![0-9.$a-zA-Z_:])([a-zA-Z_:][a-zA-Z0-9_:]*)\\s*(\\(?)");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");

    /** The metrics: every word that is neither a label, an operator nor a function. */
    Set<String> metrics() {
        String bare = withoutTexts();
        for (Pattern noise : new Pattern[] {MATCHERS, RANGE, CLAUSE}) {
            bare = noise.matcher(bare).replaceAll(" ");
        }
        Set<String> names = new TreeSet<>();
        // `sum by (relay) (…)` has become `sum  (…)`, so an aggregation looks like any other function.
        WORD.matcher(bare)
                .results()
                .filter(word -> word.group(2).isEmpty() && !OPERATORS.contains(word.group(1)))
                .forEach(word -> names.add(word.group(1)));
        return names;
    }

    /** The labels that are matched, grouped by, or joined on. */
    Set<String> labels() {
        Set<String> names = new TreeSet<>();
        String bare = withoutTexts();
        for (Pattern place : new Pattern[] {MATCHERS, CLAUSE}) {
            Matcher matcher = place.matcher(bare);
            while (matcher.find()) {
                NAME.matcher(matcher.group(1)).results().forEach(name -> names.add(name.group()));
            }
        }
        return names;
    }

    private String withoutTexts() {
        return TEXT.matcher(expression).replaceAll("\"\"");
    }
}

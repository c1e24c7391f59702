package dev.signalbox.jdbc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement in a {@code .sql} resource, with <code>{names}</code> to be filled in, {@code :parameters}, and lines that
 * stand between {@code --[flag]} (or {@code --[!flag]}), {@code --[else]} and {@code --[/]}.
 */
public final class SqlTemplate {
    private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");
    // A colon after a colon or a word is a cast or a slice, not a parameter; quoted text has been filled in by then
    private static final Pattern PARAMETER =
            Pattern.compile("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`|(?<![:\\w]):([a-z]\\w*)");

    private final String name;
    private final List<String> lines;

    private SqlTemplate(String name, List<String> lines) {
        this.name = name;
        this.lines = lines;
    }

    /** Reads a resource that lies beside the class. */
    public static SqlTemplate load(Class<?> beside, String name) {
        return of(name, SqlCollection.read(beside, name));
    }

    static SqlTemplate of(String name, String text) {
        return new SqlTemplate(name, text.lines().toList());
    }

    /** The statement for these names and flags. */
    public Sql fill(Map<String, String> names, Set<String> flags) {
        String text = NAME.matcher(String.join("\n", chosen(flags))).replaceAll(match -> {
            String value = names.get(match.group(1));
            if (value == null) {
                throw new IllegalArgumentException(name + ": nothing to fill in for {" + match.group(1) + "}");
            }
            return Matcher.quoteReplacement(value);
        });
        List<String> parameters = new ArrayList<>();
        String sql = PARAMETER.matcher(text).replaceAll(match -> {
            if (match.group(1) == null) {
                return Matcher.quoteReplacement(match.group());
            }
            parameters.add(match.group(1));
            return "?";
        });
        return new Sql(sql, parameters);
    }

    private List<String> chosen(Set<String> flags) {
        List<String> chosen = new ArrayList<>();
        Deque<Boolean> conditions = new ArrayDeque<>();
        for (String line : lines) {
            String text = line.strip();
            switch (text.startsWith("--[") ? text.substring(3, text.length() - 1) : "") {
                case "" -> {
                    if (!text.startsWith("--") && !conditions.contains(false)) {
                        chosen.add(line);
                    }
                }
                case "/" -> conditions.pop();
                case "else" -> conditions.push(!conditions.pop());
                case String flag when flag.startsWith("!") -> conditions.push(!flags.contains(flag.substring(1)));
                case String flag -> conditions.push(flags.contains(flag));
            }
        }
        return chosen;
    }
}

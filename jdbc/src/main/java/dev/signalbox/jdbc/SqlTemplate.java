package dev.signalbox.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement in a {@code .sql} resource, with <code>{names}</code> to substitute, {@code :parameters}, and conditional
 * parts: lines between {@code --[part]} (or {@code --[!part]}), {@code --[else]} and {@code --[/]}. Loading fails
 * unless the parts in the resource are exactly the constants of {@code P} and the declared {@link LayoutPart}s.
 */
public final class SqlTemplate<P extends Enum<P>> {
    /** For a statement without conditional parts of its own. */
    public enum NoPart {}

    /** @param wanted true if the lines apply with the part, false if they apply without it */
    record Condition(Enum<?> part, boolean wanted) {}

    record Line(String text, List<Condition> conditions) {}

    static final Pattern NAME = Pattern.compile("\\{(\\w+)}");
    // A colon after a colon or a word is a cast or a slice, not a parameter. Quoted names are substituted by then
    private static final Pattern PARAMETER =
            Pattern.compile("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`|(?<![:\\w]):([a-z]\\w*)");

    private final String source;
    private final List<Line> lines;

    SqlTemplate(String source, List<Line> lines) {
        this.source = source;
        this.lines = List.copyOf(lines);
    }

    /** Reads a resource next to the class that has no conditional parts and may contain any names. */
    public static SqlTemplate<NoPart> load(Class<?> beside, String resource) {
        return new SqlTemplateParser(resource, SqlTemplateParser.ANY_NAME, List.of())
                .parse(SqlFolder.read(beside, resource).lines().toList());
    }

    public Sql fill(Map<String, String> names) {
        return fill(names, Set.of());
    }

    public Sql fill(Map<String, String> names, Set<P> parts) {
        return fill(names, parts, Set.of());
    }

    public Sql fill(Map<String, String> names, Set<P> parts, Set<LayoutPart> layout) {
        List<String> chosen = new ArrayList<>();
        for (Line line : lines) {
            if (line.conditions().stream().allMatch(it -> it.wanted() == isOn(it.part(), parts, layout))) {
                chosen.add(line.text());
            }
        }
        String text = NAME.matcher(String.join("\n", chosen)).replaceAll(match -> {
            String value = names.get(match.group(1));
            if (value == null) {
                throw new IllegalArgumentException(source + ": nothing to fill in for {" + match.group(1) + "}");
            }
            return Matcher.quoteReplacement(value);
        });
        return withParameters(text);
    }

    private static boolean isOn(Enum<?> part, Set<?> parts, Set<LayoutPart> layout) {
        return part instanceof LayoutPart shared ? layout.contains(shared) : parts.contains(part);
    }

    private static Sql withParameters(String text) {
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

    /** The resource that contains the statement. */
    @Override
    public String toString() {
        return source;
    }
}

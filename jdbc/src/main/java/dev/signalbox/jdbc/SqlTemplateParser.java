package dev.signalbox.jdbc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses one statement line by line, and checks its parts and names against those that the code knows. */
final class SqlTemplateParser {
    static final Predicate<String> ANY_NAME = _ -> true;
    private static final Pattern MARKER = Pattern.compile("--\\[(/|else|!?\\w+)]");
    private static final Pattern LIKE_A_MARKER = Pattern.compile("--\\s*\\[.*");

    /** A conditional part that is still open. */
    private record Open(SqlTemplate.Condition condition, int line, boolean hasElse) {}

    private final String source;
    private final Predicate<String> names;
    private final Map<String, Enum<?>> parts = new LinkedHashMap<>();
    private final Set<String> used = new LinkedHashSet<>();
    private final Deque<Open> open = new ArrayDeque<>();
    private int number;

    /**
     * @param source the resource's name in error messages
     * @param names whether the statement may contain a name
     * @param parts the conditional parts that the statement must have
     */
    SqlTemplateParser(String source, Predicate<String> names, Collection<? extends Enum<?>> parts) {
        this.source = source;
        this.names = names;
        for (Enum<?> part : parts) {
            if (this.parts.put(part.name().toLowerCase(Locale.ROOT), part) != null) {
                throw new IllegalArgumentException("%s: two parts are called %s".formatted(source, part));
            }
        }
    }

    <P extends Enum<P>> SqlTemplate<P> parse(List<String> lines) {
        SqlTemplate<P> template = parse(source, 1, lines);
        checkAllUsed();
        return template;
    }

    /** Parses one of several statements of a resource; call {@link #checkAllUsed} at the end of the resource. */
    <P extends Enum<P>> SqlTemplate<P> parse(String called, int first, List<String> lines) {
        List<SqlTemplate.Line> kept = new ArrayList<>();
        number = first;
        for (String line : lines) {
            String text = line.strip();
            Matcher marker = MARKER.matcher(text);
            if (marker.matches()) {
                mark(marker.group(1));
            } else if (LIKE_A_MARKER.matcher(text).matches()) {
                throw error("%s is neither a comment nor a mark such as --[part], --[!part], --[else], --[/]"
                        .formatted(text));
            } else if (!text.startsWith("--")) {
                checkNames(line);
                kept.add(new SqlTemplate.Line(line, conditions()));
            }
            number++;
        }
        if (!open.isEmpty()) {
            number = open.getFirst().line();
            throw error("the part that begins here has no end --[/]");
        }
        return new SqlTemplate<>(called, kept);
    }

    void checkAllUsed() {
        Map<String, Enum<?>> unused = new LinkedHashMap<>(parts);
        unused.keySet().removeAll(used);
        if (!unused.isEmpty()) {
            throw new IllegalArgumentException("%s: no part for %s".formatted(source, unused.values()));
        }
    }

    private void mark(String mark) {
        switch (mark) {
            case "/" -> close();
            case "else" -> {
                Open before = close();
                if (before.hasElse()) {
                    throw error("a second --[else]");
                }
                SqlTemplate.Condition condition = before.condition();
                open.push(new Open(
                        new SqlTemplate.Condition(condition.part(), !condition.wanted()), before.line(), true));
            }
            default -> {
                boolean wanted = !mark.startsWith("!");
                open.push(new Open(
                        new SqlTemplate.Condition(part(mark.substring(wanted ? 0 : 1)), wanted), number, false));
            }
        }
    }

    private Open close() {
        if (open.isEmpty()) {
            throw error("no part is open here");
        }
        return open.pop();
    }

    private Enum<?> part(String name) {
        Enum<?> part = parts.get(name);
        if (part == null) {
            throw error("unknown part [%s]; known are %s".formatted(name, parts.keySet()));
        }
        used.add(name);
        return part;
    }

    private void checkNames(String line) {
        Matcher name = SqlTemplate.NAME.matcher(line);
        while (name.find()) {
            if (!names.test(name.group(1))) {
                throw error("unknown name {%s}".formatted(name.group(1)));
            }
        }
    }

    private List<SqlTemplate.Condition> conditions() {
        return open.stream().map(Open::condition).toList();
    }

    private IllegalArgumentException error(String problem) {
        return new IllegalArgumentException("%s, line %d: %s".formatted(source, number, problem));
    }
}

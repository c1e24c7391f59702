package dev.signalbox.jdbc;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Small statements that share one {@code .sql} resource, each below a line {@code -- name: lock-relay}. Loading fails unless
 * the names are exactly the constants of {@code S}, here {@code LOCK_RELAY}.
 */
public final class NamedStatements<S extends Enum<S>> {
    private static final String MARK = "-- name:";

    private final Map<S, SqlTemplate<SqlTemplate.NoPart>> templates;
    private final Map<S, Sql> withoutNames = new ConcurrentHashMap<>();

    private NamedStatements(Map<S, SqlTemplate<SqlTemplate.NoPart>> templates) {
        this.templates = templates;
    }

    public SqlTemplate<SqlTemplate.NoPart> template(S statement) {
        return Objects.requireNonNull(templates.get(statement));
    }

    public Sql sql(S statement) {
        return withoutNames.computeIfAbsent(statement, it -> sql(it, Map.of()));
    }

    /** The statement with these names substituted. */
    public Sql sql(S statement, Map<String, String> names) {
        return template(statement).fill(names);
    }

    static <S extends Enum<S>> NamedStatements<S> parse(
            Class<S> type, SqlTemplateParser parser, String resource, List<String> lines) {
        Map<String, S> known = new HashMap<>();
        for (S statement : type.getEnumConstants()) {
            known.put(statement.name().toLowerCase(Locale.ROOT).replace('_', '-'), statement);
        }
        Map<S, SqlTemplate<SqlTemplate.NoPart>> templates = new EnumMap<>(type);
        int start = next(lines, 0);
        checkNothing(resource, lines.subList(0, start));
        while (start < lines.size()) {
            int end = next(lines, start + 1);
            String name = lines.get(start).substring(MARK.length()).strip();
            S statement = known.get(name);
            if (statement == null) {
                throw error(resource, start, "unknown statement %s; known are %s".formatted(name, known.keySet()));
            }
            SqlTemplate<SqlTemplate.NoPart> template =
                    parser.parse(resource + " " + name, start + 2, trimmed(lines.subList(start + 1, end)));
            if (templates.put(statement, template) != null) {
                throw error(resource, start, "a second statement " + name);
            }
            start = end;
        }
        known.values().removeAll(templates.keySet());
        if (!known.isEmpty()) {
            throw new IllegalArgumentException("%s: no statement %s".formatted(resource, known.keySet()));
        }
        parser.checkAllUsed();
        return new NamedStatements<>(templates);
    }

    private static int next(List<String> lines, int from) {
        int at = from;
        while (at < lines.size() && !lines.get(at).startsWith(MARK)) {
            at++;
        }
        return at;
    }

    private static List<String> trimmed(List<String> lines) {
        int end = lines.size();
        while (end > 0 && lines.get(end - 1).isBlank()) {
            end--;
        }
        return lines.subList(0, end);
    }

    private static void checkNothing(String resource, List<String> head) {
        for (int i = 0; i < head.size(); i++) {
            if (!head.get(i).isBlank() && !head.get(i).startsWith("--")) {
                throw error(resource, i, "this stands before the first line " + MARK);
            }
        }
    }

    private static IllegalArgumentException error(String resource, int index, String problem) {
        return new IllegalArgumentException("%s, line %d: %s".formatted(resource, index + 1, problem));
    }
}

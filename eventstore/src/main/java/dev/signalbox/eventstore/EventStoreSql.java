package dev.signalbox.eventstore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The statements: each in a {@code .sql} resource of its own, or below a line {@code -- name: append} of a common one. */
enum EventStoreSql {
    APPEND,
    APPEND_IF(Placeholder.DECISION_MODEL, Placeholder.REPEATED),
    APPEND_ONCE(Placeholder.REPEATED),
    COMMAND,
    CONFLICT(Placeholder.DECISION_MODEL),
    FOREIGN_TRANSACTIONS,
    LOCK,
    READ(Placeholder.QUERY),
    REPETITION(Placeholder.QUERY),
    SCHEMA,
    SCHEMA_STATE;

    /** What stands in a statement for clauses, such as <code>${query}</code>. */
    enum Placeholder {
        QUERY("${query}"),
        DECISION_MODEL("${decisionModel}"),
        REPEATED("${repeated}");

        private final String text;

        Placeholder(String text) {
            this.text = text;
        }
    }

    /** The small statements by their names, which all must be in use. */
    private static final class CommonFile {
        static final Map<String, String> STATEMENTS = Arrays.stream(
                        read("statements.sql").split("(?m)^-- name: ", -1))
                .skip(1)
                .map(block -> block.split("\n", 2))
                .collect(Collectors.toMap(block -> block[0].strip(), block -> block[1].strip()));
    }

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{\\w+}");

    static {
        Set<String> unknown = new HashSet<>(CommonFile.STATEMENTS.keySet());
        for (EventStoreSql statement : values()) {
            unknown.remove(statement.resource());
            statement.checkPlaceholders();
        }
        if (!unknown.isEmpty()) {
            throw new IllegalStateException("No code uses the statements " + unknown);
        }
    }

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable set
    private final Set<Placeholder> placeholders;

    private final String sql;

    EventStoreSql(Placeholder... placeholders) {
        this.placeholders = Set.of(placeholders);
        String small = CommonFile.STATEMENTS.get(resource());
        this.sql = small == null ? read(resource() + ".sql").strip() : small;
    }

    private String resource() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String read(String file) {
        try (InputStream in = EventStoreSql.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void checkPlaceholders() {
        Set<String> found =
                PLACEHOLDER.matcher(sql).results().map(MatchResult::group).collect(Collectors.toSet());
        Set<String> known = placeholders.stream().map(it -> it.text).collect(Collectors.toSet());
        if (!found.equals(known)) {
            throw new IllegalStateException("The statement %s has %s instead of %s".formatted(this, found, known));
        }
    }

    String sql() {
        return sql;
    }

    /** The statement with a clause in the place of its only placeholder. */
    String with(Placeholder placeholder, SqlClause clause) {
        return with(Map.of(placeholder, clause));
    }

    /** The statement with clauses in the places of all its placeholders. */
    String with(Map<Placeholder, SqlClause> clauses) {
        if (!clauses.keySet().equals(placeholders)) {
            throw new IllegalArgumentException(this + " needs clauses for " + placeholders);
        }
        String filled = sql;
        for (Map.Entry<Placeholder, SqlClause> clause : clauses.entrySet()) {
            filled = filled.replace(clause.getKey().text, clause.getValue().sql());
        }
        return filled;
    }
}

package dev.signalbox.eventstore;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The statements, from the {@code .sql} resources beside this class. */
enum EventStoreSql {
    APPEND,
    APPEND_IF,
    APPEND_ONCE,
    COMMAND,
    CONFLICT,
    FOREIGN_TRANSACTIONS,
    LOCK,
    READ,
    REPETITION,
    SCHEMA,
    SCHEMA_STATE;

    /** What stands in a statement for clauses, such as <code>${query}</code>. */
    enum Placeholder {
        QUERY("query"),
        DECISION_MODEL("decisionModel"),
        REPEATED("repeated");

        private final String text;

        Placeholder(String name) {
            this.text = "${" + name + "}";
        }
    }

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{\\w+}");

    static {
        Set<String> unknown = new HashSet<>(StatementFile.SMALL.names());
        Arrays.stream(values()).forEach(statement -> unknown.remove(statement.resource()));
        if (!unknown.isEmpty()) {
            throw new IllegalStateException("No code uses the statements " + unknown);
        }
        Arrays.stream(values()).forEach(EventStoreSql::checkPlaceholders);
    }

    private final String sql;

    EventStoreSql() {
        this.sql = StatementFile.sql(resource());
    }

    private Set<Placeholder> placeholders() {
        return switch (this) {
            case APPEND_IF -> Set.of(Placeholder.DECISION_MODEL, Placeholder.REPEATED);
            case APPEND_ONCE -> Set.of(Placeholder.REPEATED);
            case CONFLICT -> Set.of(Placeholder.DECISION_MODEL);
            case READ, REPETITION -> Set.of(Placeholder.QUERY);
            case APPEND, COMMAND, FOREIGN_TRANSACTIONS, LOCK, SCHEMA, SCHEMA_STATE -> Set.of();
        };
    }

    private String resource() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void checkPlaceholders() {
        Set<String> found =
                PLACEHOLDER.matcher(sql).results().map(MatchResult::group).collect(Collectors.toSet());
        Set<String> known = placeholders().stream().map(it -> it.text).collect(Collectors.toSet());
        if (!found.equals(known)) {
            throw new IllegalStateException("The statement %s has %s instead of %s".formatted(this, found, known));
        }
    }

    String sql() {
        return sql;
    }

    /** The statement with a clause in the place of its only placeholder. */
    String with(Placeholder placeholder, SqlClause sqlClause) {
        return with(Map.of(placeholder, sqlClause));
    }

    /** The statement with clauses in the places of all its placeholders. */
    String with(Map<Placeholder, SqlClause> sqlClauses) {
        if (!sqlClauses.keySet().equals(placeholders())) {
            throw new IllegalArgumentException(this + " needs clauses for " + placeholders());
        }
        String filled = sql;
        for (Map.Entry<Placeholder, SqlClause> sqlClause : sqlClauses.entrySet()) {
            filled =
                    filled.replace(sqlClause.getKey().text, sqlClause.getValue().sql());
        }
        return filled;
    }
}

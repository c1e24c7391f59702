package dev.signalbox.eventstore;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A piece of SQL with its parameters; input from users is always a parameter. */
record SqlClause(String sql, List<Object> values) {
    private static final SqlClause TRUE = new SqlClause("TRUE", List.of());
    private static final SqlClause FALSE = new SqlClause("FALSE", List.of());

    /** True for a row with the columns {@code type} and {@code tags} that matches the query. */
    static SqlClause matches(Query query) {
        return query.items().isEmpty() ? TRUE : anyOf(query.items().stream().map(SqlClause::matches));
    }

    /** True if any event matches the query; planned for the usual case, in which there is none. */
    static SqlClause exists(Query query) {
        return query.items().isEmpty()
                ? exists(new QueryItem(List.of(), List.of()))
                : anyOf(query.items().stream().map(SqlClause::exists));
    }

    /** The same with values hidden from the planner, so that one plan serves all. */
    SqlClause withHiddenValues() {
        return new SqlClause(sql.replace("?::text[]", "(SELECT ?::text[])::text[]"), values);
    }

    static SqlClause never() {
        return FALSE;
    }

    private static SqlClause matches(QueryItem item) {
        List<String> terms = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        if (!item.types().isEmpty()) {
            terms.add("type = ANY (?::text[])");
            values.add(item.types().toArray(String[]::new));
        }
        if (!item.tags().isEmpty()) {
            terms.add("tags @> ?::text[]");
            values.add(texts(item.tags()));
        }
        return terms.isEmpty() ? TRUE : new SqlClause("(" + String.join(" AND ", terms) + ")", values);
    }

    /**
     * PostgreSQL plans EXISTS for an early match and scans the table from its start. It plans a count for reading to the
     * end, by the index on tags; without tags, the order leads to the other indexes.
     */
    private static SqlClause exists(QueryItem item) {
        SqlClause match = matches(item);
        if (!item.tags().isEmpty()) {
            return new SqlClause("(SELECT count(*) FROM events WHERE " + match.sql() + ") > 0", match.values());
        }
        if (item.types().isEmpty()) {
            return new SqlClause("(SELECT max(position) FROM events) IS NOT NULL", List.of());
        }
        return new SqlClause("""
                EXISTS (SELECT FROM unnest(?::text[]) AS wanted (type) CROSS JOIN LATERAL (
                    SELECT FROM events WHERE events.type = wanted.type ORDER BY events.type, position LIMIT 1) AS found)""", match.values());
    }

    private static SqlClause anyOf(Stream<SqlClause> clauses) {
        List<SqlClause> all = clauses.toList();
        return new SqlClause(
                "(" + String.join(" OR ", all.stream().map(SqlClause::sql).toList()) + ")",
                all.stream().flatMap(clause -> clause.values().stream()).toList());
    }

    private static String[] texts(List<Tag> tags) {
        return tags.stream().map(Tag::toString).toArray(String[]::new);
    }
}

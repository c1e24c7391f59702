package dev.signalbox.jdbc;

import java.util.HashMap;
import java.util.Map;

/**
 * Texts that share one {@code .sql} resource, each below a line <code>-- name: …</code>, under names that the code does
 * not know in advance. Use {@link NamedStatements} for Signalbox's own statements.
 */
public final class SqlCollection {
    private static final String MARK = "-- name: ";

    private final String resource;
    private final Map<String, String> statements;

    private SqlCollection(String resource, Map<String, String> statements) {
        this.resource = resource;
        this.statements = statements;
    }

    /** Reads a resource next to the class. */
    public static SqlCollection load(Class<?> beside, String resource) {
        return new SqlCollection(resource, parse(SqlFolder.read(beside, resource)));
    }

    /** The statement's text as the resource contains it. */
    public String text(String name) {
        String statement = statements.get(name);
        if (statement == null) {
            throw new IllegalArgumentException(resource + " has no statement named " + name);
        }
        return statement;
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> statements = new HashMap<>();
        for (String block : text.split(MARK, -1)) {
            int end = block.indexOf('\n');
            if (end > 0) {
                statements.put(
                        block.substring(0, end).strip(), block.substring(end).strip());
            }
        }
        return Map.copyOf(statements);
    }
}

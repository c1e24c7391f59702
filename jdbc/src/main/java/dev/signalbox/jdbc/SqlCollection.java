package dev.signalbox.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Small statements that share one {@code .sql} resource, each below a line <code>-- name: …</code>. */
public final class SqlCollection {
    private static final String MARK = "-- name: ";

    private final String resource;
    private final Map<String, String> statements;

    private SqlCollection(String resource, Map<String, String> statements) {
        this.resource = resource;
        this.statements = statements;
    }

    /** Reads a resource that lies beside the class. */
    public static SqlCollection load(Class<?> beside, String resource) {
        return new SqlCollection(resource, parse(read(beside, resource)));
    }

    /** The text of a resource that lies beside the class. */
    public static String read(Class<?> beside, String resource) {
        try (InputStream in = beside.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + resource + " beside " + beside.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read resource " + resource, e);
        }
    }

    /** The statement's text as it stands in the resource. */
    public String text(String name) {
        String statement = statements.get(name);
        if (statement == null) {
            throw new IllegalArgumentException(resource + " has no statement named " + name);
        }
        return statement;
    }

    /** The statement with these names filled in. */
    public Sql sql(String name, Map<String, String> names) {
        return SqlTemplate.of(name, text(name)).fill(names, Set.of());
    }

    public Sql sql(String name) {
        return sql(name, Map.of());
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

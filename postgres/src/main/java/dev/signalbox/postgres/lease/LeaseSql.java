package dev.signalbox.postgres.lease;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The statements of {@code lease.sql} by their names. */
final class LeaseSql {
    private static final String MARK = "-- name: ";
    private static final Map<String, String> STATEMENTS = parse(read("lease.sql"));

    private LeaseSql() {}

    static String named(String name) {
        String statement = STATEMENTS.get(name);
        if (statement == null) {
            throw new IllegalArgumentException("lease.sql has no statement named " + name);
        }
        return statement;
    }

    static String read(String resource) {
        try (InputStream in = LeaseSql.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("The resource " + resource + " is missing beside " + LeaseSql.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the resource " + resource, e);
        }
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

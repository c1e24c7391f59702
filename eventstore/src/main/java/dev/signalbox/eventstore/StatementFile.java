package dev.signalbox.eventstore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Statements that share one {@code .sql} resource, each below a line {@code -- name: append}. */
final class StatementFile {
    static final StatementFile SMALL = new StatementFile(read("statements.sql"));

    private final Map<String, String> statements = new HashMap<>();

    private StatementFile(String text) {
        String[] blocks = text.split("(?m)^-- name: ", -1);
        for (int i = 1; i < blocks.length; i++) {
            int end = blocks[i].indexOf('\n');
            String name = blocks[i].substring(0, end).strip();
            if (statements.put(name, blocks[i].substring(end).strip()) != null) {
                throw new IllegalStateException("The statement " + name + " is there twice");
            }
        }
    }

    Set<String> names() {
        return statements.keySet();
    }

    /** A small statement of that name, or a resource of its own. */
    static String sql(String name) {
        String small = SMALL.statements.get(name);
        return small != null ? small : read(name + ".sql").strip();
    }

    private static String read(String file) {
        try (InputStream in = StatementFile.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The resource " + file + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.signalbox.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** How a database quotes names, and which names it accepts. */
public enum Quoting {
    POSTGRESQL('"', "1 to 63 bytes of UTF-8 without NUL") {
        // The search path of our sessions leads to no table.
        @Override
        Optional<String> defaultSchema() {
            return Optional.of("public");
        }

        @Override
        boolean takes(String name) {
            return name.getBytes(StandardCharsets.UTF_8).length <= 63;
        }
    },
    MYSQL('`', "1 to 64 characters of the basic multilingual plane without NUL, not ending in a space") {
        @Override
        boolean takes(String name) {
            return name.length() <= 64
                    && !name.endsWith(" ")
                    && name.chars().noneMatch(unit -> Character.isSurrogate((char) unit));
        }
    };

    private final char mark;
    private final String allowed;

    Quoting(char mark, String allowed) {
        this.mark = mark;
        this.allowed = allowed;
    }

    abstract boolean takes(String name);

    /** The schema of tables whose name has none; empty if the session decides. */
    Optional<String> defaultSchema() {
        return Optional.empty();
    }

    /** Describes what is wrong with a name, quoting key and value; empty if it is valid. */
    public Optional<String> problem(String key, String name) {
        boolean fine = !name.isEmpty()
                && name.indexOf('\0') < 0
                && StandardCharsets.UTF_8.newEncoder().canEncode(name);
        if (fine && takes(name)) {
            return Optional.empty();
        }
        return Optional.of("%s: '%s' cannot be a name in the database; allowed are %s"
                .formatted(key, name.replace("\0", "\\0"), allowed));
    }

    /** The name as a quoted identifier, whatever characters it contains. */
    public String quote(String name) {
        problem("name", name).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        return mark + name.replace(String.valueOf(mark), String.valueOf(mark) + mark) + mark;
    }

    /** The text as a string literal that means the same under every setting of the session. */
    public String literal(String text) {
        if (text.indexOf('\0') >= 0 || text.indexOf('\\') >= 0) {
            throw new IllegalArgumentException("'%s' cannot stand in a statement: NUL and backslash are not allowed"
                    .formatted(text.replace("\0", "\\0")));
        }
        return "'" + text.replace("'", "''") + "'";
    }
}

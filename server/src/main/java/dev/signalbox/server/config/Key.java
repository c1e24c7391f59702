package dev.signalbox.server.config;

import java.util.Optional;

/** Keys and the patterns that they follow: {@code signalbox.sources.<name>.url}. */
final class Key {
    private Key() {}

    static String fill(String pattern, String name) {
        int open = pattern.indexOf('<');
        return open < 0 ? pattern : pattern.substring(0, open) + name + pattern.substring(pattern.indexOf('>') + 1);
    }

    /** The name in a key that follows a pattern; empty text where the pattern has none. */
    static Optional<String> match(String pattern, String key) {
        String[] wanted = pattern.split("\\.", -1);
        String[] given = key.split("\\.", -1);
        if (wanted.length != given.length) {
            return Optional.empty();
        }
        String name = "";
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("<")) {
                name = given[i];
            } else if (!Names.uniform(wanted[i]).equals(Names.uniform(given[i]))) {
                return Optional.empty();
            }
        }
        return Optional.of(name);
    }

    /** The name in a key that begins like a pattern, however it goes on. */
    static Optional<String> nameIn(String pattern, String key) {
        String[] wanted = pattern.split("\\.", -1);
        String[] given = key.split("\\.", -1);
        for (int i = 0; i < Math.min(wanted.length, given.length); i++) {
            if (wanted[i].startsWith("<")) {
                return Optional.of(given[i]);
            }
            if (!Names.uniform(wanted[i]).equals(Names.uniform(given[i]))) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }
}

package dev.signalbox.runtime.settings;

import java.util.Map;

/**
 * Replaces {@code ${NAME}} and {@code ${NAME:default}} by environment variables, system properties and other keys.
 *
 * @param file looks up other keys of the same file
 */
public record Placeholders(
        Map<String, String> environment, Map<String, String> systemProperties, Map<String, ConfigEntry> file) {
    private static final int DEEPEST = 16;
    private static final int LONGEST = 1 << 16;

    public String resolve(String value) throws InvalidValueException {
        return resolve(value, 0);
    }

    /** The end of the placeholder that begins at an index, or -1 if it has none. */
    public static int end(String text, int start) {
        int depth = 0;
        for (int i = start; i < text.length(); i++) {
            if (text.startsWith("${", i)) {
                depth++;
                i++;
            } else if (text.charAt(i) == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    private String resolve(String value, int depth) throws InvalidValueException {
        if (depth > DEEPEST) {
            throw new InvalidValueException("has placeholders that refer to each other more than " + DEEPEST + " deep");
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < value.length()) {
            if (value.startsWith("\\${", at)) {
                out.append("${");
                at += 3;
            } else if (value.startsWith("${", at)) {
                int end = end(value, at);
                if (end < 0) {
                    throw new InvalidValueException("has a placeholder without its closing }");
                }
                out.append(replacement(value.substring(at + 2, end - 1), depth));
                at = end;
            } else {
                out.append(value.charAt(at++));
            }
            if (out.length() > LONGEST) {
                throw new InvalidValueException("becomes too long");
            }
        }
        return out.toString();
    }

    private String replacement(String inside, int depth) throws InvalidValueException {
        int colon = colon(inside);
        String name = resolve(colon < 0 ? inside : inside.substring(0, colon), depth + 1)
                .strip();
        String found = environment.get(name);
        if (found == null) {
            found = systemProperties.get(name);
        }
        if (found != null) {
            // Values from outside are taken as they are: a password may contain "${".
            return found;
        }
        ConfigEntry other = file.get(name);
        if (other != null) {
            return resolve(other.value(), depth + 1);
        }
        if (colon < 0) {
            throw new InvalidValueException("has a placeholder without a value: set the environment variable "
                    + Masking.escaped(name) + ", or write ${" + Masking.escaped(name) + ":default}");
        }
        return resolve(inside.substring(colon + 1), depth + 1);
    }

    /** The colon before the default, after any placeholder within the name. */
    private static int colon(String inside) {
        int depth = 0;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (inside.startsWith("${", i)) {
                depth++;
            } else if (c == '}') {
                depth--;
            } else if (c == ':' && depth == 0) {
                return i;
            }
        }
        return -1;
    }
}

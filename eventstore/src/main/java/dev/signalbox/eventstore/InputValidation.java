package dev.signalbox.eventstore;

import java.nio.charset.StandardCharsets;

/** Rejects values that the database could not store unchanged. */
final class InputValidation {
    private static final int EXCERPT_LENGTH = 80;
    private static final int MAX_BYTES_PER_CHAR = 3;

    private InputValidation() {}

    static String type(String type) {
        if (type.isBlank()) {
            throw new IllegalArgumentException("A type must not be blank");
        }
        return text("type", type, Limits.TYPE_LENGTH);
    }

    /**
     * Tags are checked where they are used, not where they are created: tags that other programs have stored must be
     * readable.
     */
    static void tag(Tag tag) {
        tagKey(tag.key());
        text("value of tag " + tag.key(), tag.value(), Limits.TAG_BYTES);
        atMost("bytes of tag " + tag.key(), tag.toString().getBytes(StandardCharsets.UTF_8).length, Limits.TAG_BYTES);
    }

    private static void tagKey(String key) {
        if (key.isBlank() || key.indexOf('=') >= 0) {
            throw new IllegalArgumentException(
                    "A tag's key must not be blank or contain '=', but is '" + excerpt(key) + "'");
        }
        text("tag key", key, Limits.TAG_KEY_LENGTH);
    }

    static String data(String data) {
        text("data", data, Limits.DATA_BYTES);
        // Only long texts need to be counted.
        if (data.length() > Limits.DATA_BYTES / MAX_BYTES_PER_CHAR) {
            atMost("bytes of data", data.getBytes(StandardCharsets.UTF_8).length, Limits.DATA_BYTES);
        }
        return data;
    }

    static void atMost(String what, long count, int limit) {
        if (count > limit) {
            throw new IllegalArgumentException("At most " + limit + " " + what + " are allowed, not " + count);
        }
    }

    private static String text(String what, String text, int limit) {
        if (text.length() > limit) {
            throw new IllegalArgumentException("The " + what + " '" + excerpt(text) + "' has " + text.length()
                    + " characters; at most " + limit + " are allowed");
        }
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "The " + what + " contains the character NUL, which PostgreSQL cannot store");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(
                    "The " + what + " contains half of a surrogate pair, which is no character");
        }
        return text;
    }

    private static String excerpt(String text) {
        return text.length() <= EXCERPT_LENGTH ? text : text.substring(0, EXCERPT_LENGTH) + "…";
    }
}

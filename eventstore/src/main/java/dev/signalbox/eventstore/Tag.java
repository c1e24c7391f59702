package dev.signalbox.eventstore;

/**
 * A tag that says what an event is about, such as {@code wallet_id=17}.
 *
 * @param key the part before the first {@code =}
 * @param value the rest, which may contain {@code =} and may be empty
 */
public record Tag(String key, String value) {
    public static Tag of(String key, String value) {
        return new Tag(key, value);
    }

    /**
     * Parses {@code key=value}; a stored tag without {@code =}, written by another program, is a key with an empty value.
     */
    static Tag parse(String text) {
        int end = text.indexOf('=');
        return end < 0 ? new Tag(text, "") : new Tag(text.substring(0, end), text.substring(end + 1));
    }

    /** The tag as it is stored. */
    @Override
    public String toString() {
        return key + '=' + value;
    }
}

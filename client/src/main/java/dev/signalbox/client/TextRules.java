package dev.signalbox.client;

import java.util.Objects;
import java.util.regex.Pattern;

/** Checks that every database stores a text unchanged. */
final class TextRules {
    /** As in W3C Trace Context; later versions may append more parts. */
    private static final Pattern TRACEPARENT =
            Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?");

    private TextRules() {}

    /** A text that is not blank and can be stored. */
    static String word(String what, String text) {
        if (Objects.requireNonNull(text, what).isBlank()) {
            throw new MessageRefusedException(what + " is blank");
        }
        return storable(what, text);
    }

    static String storable(String what, String text) {
        utf8Length(what, Objects.requireNonNull(text, what));
        return text;
    }

    /** The length in UTF-8 bytes; rejects NUL and unpaired surrogates. */
    static int utf8Length(String what, String text) {
        long bytes = 0;
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char unit = text.charAt(i);
            if (unit == 0) {
                throw new MessageRefusedException(
                        what + " has a NUL character at index " + i + ", which cannot be stored");
            } else if (unit < 0x80) {
                bytes++;
            } else if (unit < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(unit)) {
                bytes += 3;
            } else if (startsPair(text, i)) {
                bytes += 4;
                i++;
            } else {
                throw new MessageRefusedException(
                        what + " has half a surrogate pair at index " + i + ", which is no character");
            }
        }
        return (int) Math.min(Integer.MAX_VALUE, bytes);
    }

    private static boolean startsPair(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }

    static String headerName(String name) {
        word("a header's name", name);
        if (name.chars().anyMatch(unit -> Character.isISOControl(unit) || Character.isWhitespace(unit))) {
            throw new MessageRefusedException("the header name '" + visible(name)
                    + "' has a blank or a control character; use letters, digits, '-', '_' and the like");
        }
        return name;
    }

    static String headerValue(String name, String value) {
        storable("the header " + name, value);
        if (value.chars().anyMatch(Character::isISOControl)) {
            throw new MessageRefusedException("the header " + name + " is '" + visible(value)
                    + "'; it must have no line break or other control character");
        }
        if (name.equals(Message.TRACEPARENT) && !TRACEPARENT.matcher(value).matches()) {
            throw new MessageRefusedException("the header traceparent is '" + visible(value)
                    + "'; it has to be as W3C Trace Context says: 00-<32 hex digits>-<16 hex digits>-<2 hex digits>");
        }
        return value;
    }

    /** Rejects texts that are longer than this, because a column may not be able to hold them. */
    static void atMost(int max, String what, String text) {
        if (text.length() > max) {
            throw new MessageRefusedException(
                    what + " has " + text.length() + " characters; at most " + max + " are allowed");
        }
    }

    private static String visible(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().limit(100).forEach(unit -> {
            if (Character.isISOControl(unit)) {
                shown.append(String.format("\\u%04x", unit));
            } else {
                shown.append((char) unit);
            }
        });
        return shown.toString();
    }
}

package dev.signalbox.runtime.settings;

import java.util.List;
import java.util.Locale;

/** Makes values safe to show in a message: without credentials and control characters, and of limited length. */
public final class Masking {
    public static final String MASK = "******";
    private static final int LONGEST = 120;
    /** How far beyond the limit the end of a credential is looked for; text behind that costs nothing. */
    private static final int LOOK_AHEAD = 1_000;

    private static final List<String> SECRET_NAMES =
            List.of("password", "passwd", "pwd", "token", "secret", "mechanismproperties", "apikey", "api_key");

    private Masking() {}

    /** The value on one line, without the credentials that a URL may contain. */
    public static String shown(String value) {
        return shown(value, LONGEST);
    }

    /** The same, truncated to this many characters. Any value takes linear time: senders of requests choose some. */
    public static String shown(String value, int longest) {
        int end = Math.min(value.length(), longest + LOOK_AHEAD);
        StringBuilder masked = new StringBuilder(end);
        for (int start = 0; start < end; ) {
            int next = endOfWord(value, start, end);
            appendMasked(masked, value.substring(start, next), next == end && end < value.length());
            if (next < end) {
                masked.append(value.charAt(next));
            }
            start = next + 1;
        }
        boolean truncated = masked.length() > longest || end < value.length();
        masked.setLength(Math.min(masked.length(), longest));
        return escaped(masked.toString()) + (truncated ? "…" : "");
    }

    private static int endOfWord(String text, int start, int end) {
        int next = start;
        while (next < end && " \t\n\u000b\f\r".indexOf(text.charAt(next)) < 0) {
            next++;
        }
        return next;
    }

    /**
     * Masks the credentials of a word. An unencoded password may contain slashes; hiding too much does no harm.
     *
     * @param cut whether the word continues beyond the text that is read, perhaps with the end of a credential
     */
    private static void appendMasked(StringBuilder out, String word, boolean cut) {
        String masked = withoutParameters(word);
        int from = masked.indexOf("//") + 2;
        int to = cut ? masked.length() : masked.lastIndexOf('@');
        if (from < 2 || to < from) {
            out.append(masked);
        } else {
            out.append(masked, 0, from).append(MASK).append(masked, to, masked.length());
        }
    }

    private static String withoutParameters(String word) {
        StringBuilder out = new StringBuilder(word.length());
        int done = 0;
        for (int equals = word.indexOf('='); equals >= 0; equals = word.indexOf('=', Math.max(done, equals + 1))) {
            out.append(word, done, equals + 1);
            done = equals + 1;
            if (isSecret(word, equals)) {
                int end = word.indexOf('&', equals);
                out.append(MASK);
                done = end < 0 ? word.length() : end;
            }
        }
        return out.append(word, done, word.length()).toString();
    }

    /** Whether the name before an equals sign is one of a secret. Names do not overlap, so each is read once. */
    private static boolean isSecret(String word, int equals) {
        int start = equals;
        while (start > 0 && isPartOfName(word.charAt(start - 1))) {
            start--;
        }
        String name = word.substring(start, equals).toLowerCase(Locale.ROOT);
        return SECRET_NAMES.stream().anyMatch(name::contains);
    }

    private static boolean isPartOfName(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    /** The text with control characters escaped, so that it cannot forge a line or move a terminal's cursor. */
    public static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> append(out, c));
        return out.toString();
    }

    private static void append(StringBuilder out, int c) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (Character.isISOControl(c) || isLineOrDirection(c)) {
                    out.append(String.format("\\u%04x", c));
                } else {
                    out.appendCodePoint(c);
                }
            }
        }
    }

    private static boolean isLineOrDirection(int c) {
        return switch (Character.getType(c)) {
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.FORMAT, Character.SURROGATE -> true;
            default -> false;
        };
    }
}

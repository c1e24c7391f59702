package dev.signalbox.core.diagnostics;

/** Makes foreign text fit for a log line: without control characters, and limited in length. */
public final class LogLineText {
    private LogLineText() {}

    /** The beginning of the text; characters that could forge a line or move a cursor are escaped. */
    public static String beginning(String text, int most) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), most) + 16);
        // Text beyond the limit is cut off anyway; half a surrogate pair at the edge is escaped like any lone one.
        text.codePoints().limit(most + 1L).forEach(c -> append(line, c));
        return shorten(line.toString(), most);
    }

    private static void append(StringBuilder line, int c) {
        if (isUnsafe(c)) {
            line.append("\\u%04x".formatted(c));
        } else {
            line.appendCodePoint(c);
        }
    }

    private static boolean isUnsafe(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static String shorten(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}

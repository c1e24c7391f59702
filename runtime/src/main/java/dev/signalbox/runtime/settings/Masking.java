package dev.signalbox.runtime.settings;

import java.util.regex.Pattern;

/** Makes values fit to be shown in a message: no credentials, no control characters, not endless. */
public final class Masking {
    public static final String MASK = "******";
    private static final int LONGEST = 120;
    private static final Pattern PARAMETER = Pattern.compile(
            "(?i)([a-z]*(?:password|passwd|pwd|token|secret|mechanismproperties|apikey|api_key)[a-z]*)=[^&\\s]*");
    // A password that should have been encoded may have slashes in it; to hide too much does no harm.
    private static final Pattern USER_INFO = Pattern.compile("//\\S*@");

    private Masking() {}

    /** The value without the credentials that an address may carry, in one line. */
    public static String shown(String value) {
        return shown(value, LONGEST);
    }

    /** The same, cut off after so many characters. */
    public static String shown(String value, int longest) {
        String masked = PARAMETER.matcher(value).replaceAll("$1=" + MASK);
        masked = USER_INFO.matcher(masked).replaceAll("//" + MASK + "@");
        return escaped(masked.length() > longest ? masked.substring(0, longest) + "…" : masked);
    }

    /** The text with control characters written as escapes, so that it cannot forge a line or move a cursor. */
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

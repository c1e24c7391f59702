package dev.signalbox.runtime.settings;

import java.util.regex.Pattern;

/** Makes values safe to show in a message: without credentials and control characters, and of limited length. */
public final class Masking {
    public static final String MASK = "******";
    private static final int LONGEST = 120;
    private static final Pattern PARAMETER = Pattern.compile(
            "(?i)([a-z]*(?:password|passwd|pwd|token|secret|mechanismproperties|apikey|api_key)[a-z]*)=[^&\\s]*");
    // An unencoded password may contain slashes. Hiding too much does no harm.
    private static final Pattern USER_INFO = Pattern.compile("//\\S*@");

    private Masking() {}

    /** The value on one line, without the credentials that a URL may contain. */
    public static String shown(String value) {
        return shown(value, LONGEST);
    }

    /** The same, truncated to this many characters. */
    public static String shown(String value, int longest) {
        String masked = PARAMETER.matcher(value).replaceAll("$1=" + MASK);
        masked = USER_INFO.matcher(masked).replaceAll("//" + MASK + "@");
        return escaped(masked.length() > longest ? masked.substring(0, longest) + "…" : masked);
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

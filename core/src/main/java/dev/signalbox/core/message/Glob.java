package dev.signalbox.core.message;

/**
 * A pattern for a whole text, in which each {@code *} stands for any characters. Matching never takes longer than the
 * length of the text times that of the pattern, whatever the text is.
 */
public record Glob(String pattern) {
    private static final char ANY = '*';

    public Glob {
        if (pattern.isBlank()) {
            throw new IllegalArgumentException("a pattern has some text, or * for any; it is not blank");
        }
    }

    /** Whether it matches one text only. */
    public boolean isExact() {
        return pattern.indexOf(ANY) < 0;
    }

    /** Goes back to the last star only: what an earlier star matches can stay as short as it is. */
    public boolean matches(String text) {
        int at = 0;
        int star = -1;
        int resume = 0;
        int i = 0;
        while (i < text.length()) {
            if (at < pattern.length() && pattern.charAt(at) == ANY) {
                star = at++;
                resume = i;
            } else if (at < pattern.length() && pattern.charAt(at) == text.charAt(i)) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++resume;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == ANY) {
            at++;
        }
        return at == pattern.length();
    }
}

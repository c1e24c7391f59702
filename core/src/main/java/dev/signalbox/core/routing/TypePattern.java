package dev.signalbox.core.routing;

/** A pattern for message types: an exact type, or one with {@code *} for any characters. */
public record TypePattern(String text) {
    private static final char ANY = '*';

    public TypePattern {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a pattern names a type, or types with *; it is not blank");
        }
    }

    /** Whether it matches one type only. */
    public boolean isExact() {
        return text.indexOf(ANY) < 0;
    }

    /** Backtracks to the last star only, so that no pattern takes long. */
    public boolean matches(String type) {
        int at = 0;
        int star = -1;
        int resume = 0;
        int i = 0;
        while (i < type.length()) {
            if (at < text.length() && text.charAt(at) == ANY) {
                star = at++;
                resume = i;
            } else if (at < text.length() && text.charAt(at) == type.charAt(i)) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++resume;
            } else {
                return false;
            }
        }
        while (at < text.length() && text.charAt(at) == ANY) {
            at++;
        }
        return at == text.length();
    }
}

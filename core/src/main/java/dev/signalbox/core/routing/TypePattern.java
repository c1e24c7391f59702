package dev.signalbox.core.routing;

/**
 * Types of messages: a type by its name, or several with {@code *} for any characters.
 *
 * @param text as it was configured
 */
public record TypePattern(String text) {
    private static final char ANY = '*';

    public TypePattern {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a pattern names a type, or types with *; it is not blank");
        }
    }

    /** Whether it stands for one type only. */
    public boolean isExact() {
        return text.indexOf(ANY) < 0;
    }

    /** Goes back to the last star at most, so that no pattern takes long. */
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

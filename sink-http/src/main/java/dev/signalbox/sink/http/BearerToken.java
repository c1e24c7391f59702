package dev.signalbox.sink.http;

/** A bearer token that texts never show. */
public record BearerToken(String value) {
    /** Accepts visible ASCII characters only; others are not valid in a header, or would allow header injection. */
    public BearerToken {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("the bearer token is empty: leave it out, or give a value");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c > '~') {
                throw new IllegalArgumentException(
                        "the bearer token has character U+%04X at index %d of %d: only visible ASCII is allowed"
                                .formatted((int) c, i, value.length()));
            }
        }
    }

    @Override
    public String toString() {
        return "***";
    }
}

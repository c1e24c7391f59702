package dev.signalbox.sink.http;

import java.util.Objects;

/** A bearer token that only {@link #reveal()} exposes. */
public final class BearerToken {
    private final String value;

    private BearerToken(String value) {
        this.value = value;
    }

    /** Accepts visible ASCII characters only; others are not valid in a header, or would allow header injection. */
    public static BearerToken of(String value) {
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
        return new BearerToken(value);
    }

    /** The token itself, for the request header. */
    public String reveal() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BearerToken token && value.equals(token.value);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(value);
    }

    @Override
    public String toString() {
        return "***";
    }
}

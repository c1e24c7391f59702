package dev.signalbox.sink.webhook;

import dev.signalbox.core.sink.PercentEncoding;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;

/** A header of a request. Texts do not show its value, which may be a credential or a signature. */
public record Header(String name, String value) {
    private static final int LONGEST_NAME = 128;
    private static final int LONGEST_VALUE = 8_192;
    private static final String NAME_CHARACTERS = "!#$%&'*+-.^_`|~";

    /** Headers that the HTTP client writes itself, or that are about one connection. */
    private static final Set<String> OF_THE_CONNECTION = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authenticate",
            "proxy-authorization",
            "te",
            "trailer",
            "upgrade",
            "expect");

    /** Other headers that users cannot set, because Signalbox does. */
    private static final Set<String> OURS = Set.of("content-type", "user-agent");

    private static final Set<String> OUR_PREFIXES = Set.of("webhook-", "x-flowcatalyst-", "x-signalbox-");

    /** @throws IllegalArgumentException if name or value would not be one header as it is written */
    public Header {
        if (name.isEmpty() || name.length() > LONGEST_NAME || !consistsOf(name, Header::isOfName)) {
            throw new IllegalArgumentException("the name of a header is empty, longer than " + LONGEST_NAME
                    + " characters, or has characters other than letters, digits and dashes");
        }
        if (value.length() > LONGEST_VALUE
                || !value.strip().equals(value)
                || !consistsOf(value, c -> c >= ' ' && c <= '~')) {
            throw new IllegalArgumentException(
                    "the header " + name + " has a value that is longer than " + LONGEST_VALUE
                            + " characters, begins or ends with a space, or has characters other than visible ASCII and spaces");
        }
        if (OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("the header " + name + " belongs to the connection: it cannot be set");
        }
    }

    /**
     * A header that a user has chosen.
     *
     * @throws IllegalArgumentException if it is not valid, or one that Signalbox sets
     */
    public static Header ofUser(String name, String value) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (OURS.contains(lower) || OUR_PREFIXES.stream().anyMatch(lower::startsWith)) {
            throw new IllegalArgumentException("the header " + name + " is set by Signalbox: it cannot be set here");
        }
        return new Header(name, value);
    }

    /**
     * A header with any text as its value: spaces, quotes, percent signs and characters beyond visible ASCII are
     * percent-encoded in UTF-8, as the HTTP binding of CloudEvents does.
     */
    public static Header encoded(String name, String text) {
        return new Header(name, PercentEncoding.encode(text));
    }

    /** A loop, because a stream would be a good part of what a request costs. */
    private static boolean consistsOf(String text, IntPredicate allowed) {
        for (int i = 0; i < text.length(); i++) {
            if (!allowed.test(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOfName(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || NAME_CHARACTERS.indexOf(c) >= 0;
    }

    /** Whether its name looks like that of a credential. */
    public boolean isCredential() {
        String lower = name.toLowerCase(Locale.ROOT);
        return Set.of("auth", "token", "secret", "key", "cookie", "password").stream()
                .anyMatch(lower::contains);
    }

    @Override
    public String toString() {
        return name + ": ***";
    }
}

package dev.signalbox.sink.http;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Words the reasons of outcomes: short, on one line, and without the secrets of the settings. */
final class Reasons {
    static final int MAX_LENGTH = 500;
    static final int MAX_QUOTE = 200;

    /** A shorter part of a query is no secret, and masking it would spoil every text. */
    private static final int SHORTEST_SECRET = 6;

    private final List<String> secrets;

    Reasons(HttpSinkSettings settings) {
        BearerToken token = settings.bearerToken();
        Stream<String> tokens = token == null ? Stream.empty() : Stream.of(token.reveal());
        // The longest first: a secret that contains another one is masked as a whole.
        this.secrets = Stream.concat(tokens, secretsOf(settings.endpoint()))
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    private static Stream<String> secretsOf(URI endpoint) {
        String user = endpoint.getRawUserInfo() == null ? "" : endpoint.getRawUserInfo();
        String query = endpoint.getRawQuery() == null ? "" : endpoint.getRawQuery();
        Stream<String> userParts = Stream.of(user, user.substring(user.indexOf(':') + 1));
        Stream<String> queryParts =
                Stream.concat(Stream.of(query), Stream.of(query.split("&")).map(Reasons::valueOf));
        return Stream.concat(userParts, queryParts)
                .flatMap(part -> Stream.of(part, decoded(part)))
                .filter(part -> part.length() >= SHORTEST_SECRET);
    }

    private static String valueOf(String parameter) {
        return parameter.substring(parameter.indexOf('=') + 1);
    }

    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return part;
        }
    }

    /** The reason as it may be logged and stored. */
    String word(String reason) {
        return shorten(escape(mask(reason)), MAX_LENGTH);
    }

    /** The beginning of a text from outside. */
    String quote(String text) {
        return shorten(escape(mask(text).strip()), MAX_QUOTE);
    }

    private String mask(String text) {
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, "***");
        }
        return masked;
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder(Math.min(text.length(), MAX_LENGTH) + 16);
        // What lies far beyond the limit is cut off anyway; half a pair at the edge is escaped like any lone one.
        text.codePoints().limit(MAX_LENGTH + 1L).forEach(c -> {
            if (isUnsafe(c)) {
                escaped.append("\\u%04x".formatted(c));
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
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

package dev.signalbox.sink.http;

import dev.signalbox.core.diagnostics.LogLineText;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Formats the reasons of outcomes: short, on one line, and without the secrets of the settings. */
final class OutcomeReasons {
    static final int MAX_LENGTH = 500;
    static final int MAX_QUOTE = 200;

    /** A shorter part of a query is not treated as a secret: masking it would make texts unreadable. */
    private static final int SHORTEST_SECRET = 6;

    private final List<String> secrets;

    OutcomeReasons(HttpSinkSettings settings) {
        BearerToken token = settings.bearerToken();
        Stream<String> tokens = token == null ? Stream.empty() : Stream.of(token.value());
        // Longest first: a secret that contains another one is masked as a whole.
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
                Stream.concat(Stream.of(query), Stream.of(query.split("&")).map(OutcomeReasons::valueOf));
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

    /** Formats a reason so that it can be logged and stored. */
    String word(String reason) {
        return LogLineText.beginning(mask(reason), MAX_LENGTH);
    }

    /** Returns the beginning of an external text. */
    String quote(String text) {
        return LogLineText.beginning(mask(text).strip(), MAX_QUOTE);
    }

    private String mask(String text) {
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, "***");
        }
        return masked;
    }
}

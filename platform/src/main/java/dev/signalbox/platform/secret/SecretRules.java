package dev.signalbox.platform.secret;

import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.TextRules;
import java.util.Base64;
import java.util.Optional;

/** Which signing secrets a client may bring. */
public final class SecretRules {
    private static final String STANDARD = "whsec_";

    private SecretRules() {}

    /** What is wrong with it; never quotes the secret. */
    public static Optional<String> signing(String secret) {
        if (secret.length() < InputLimits.SHORTEST_SECRET) {
            return Optional.of("must have at least %d characters".formatted(InputLimits.SHORTEST_SECRET));
        }
        if (secret.startsWith(STANDARD) && !isBase64(secret.substring(STANDARD.length()))) {
            return Optional.of("must have base64 after " + STANDARD);
        }
        return TextRules.line(secret, InputLimits.SECRET);
    }

    /** What is wrong with a bearer token; never quotes it. */
    public static Optional<String> bearerToken(String token) {
        if (token.isEmpty()) {
            return TextRules.filled(token);
        }
        if (token.length() > InputLimits.TOKEN) {
            return Optional.of("is longer than %d characters".formatted(InputLimits.TOKEN));
        }
        return token.chars().allMatch(unit -> unit > ' ' && unit <= '~')
                ? Optional.empty()
                : Optional.of("must consist of visible ASCII characters without spaces");
    }

    private static boolean isBase64(String text) {
        try {
            return Base64.getDecoder().decode(text).length > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}

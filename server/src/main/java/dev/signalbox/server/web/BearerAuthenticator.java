package dev.signalbox.server.web;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.OidcConfig;
import dev.signalbox.runtime.settings.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Accepts the program's own token, or a token of the OpenID provider with the required role. */
public final class BearerAuthenticator {
    private static final String SCHEME = "Bearer ";

    /** The administration token is kept as a digest and compared in constant time. */
    private final byte[] digest;

    private final Optional<OpenIdTokenVerifier> provider;

    /** Whether a token permits administration. */
    sealed interface Result {
        /** The token is valid, and may name the user. */
        record Authenticated(Optional<String> name) implements Result {}

        /** The token is missing or invalid; the error, which may be empty, is for the header WWW-Authenticate. */
        record Denied(int status, String error, String detail) implements Result {}
    }

    public BearerAuthenticator(Secret adminToken, Optional<OidcConfig> oidc, Clock clock) {
        this.digest = digest(adminToken.value());
        this.provider = oidc.map(config -> new OpenIdTokenVerifier(config, clock));
    }

    Result authenticate(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return tokenNeeded();
        }
        String token = authorization.substring(SCHEME.length()).strip();
        if (MessageDigest.isEqual(digest, digest(token))) {
            return new Result.Authenticated(Optional.empty());
        }
        return provider.map(it -> it.authenticate(token)).orElseGet(this::tokenNeeded);
    }

    private Result tokenNeeded() {
        return new Result.Denied(
                401,
                "",
                "This needs the header Authorization: Bearer with the administration token"
                        + (provider.isPresent() ? " or one of the OpenID provider." : "."));
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

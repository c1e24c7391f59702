package dev.signalbox.server.web;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.security.OidcConfig;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Accepts the program's own token, or a token of the OpenID provider with the required role. */
public final class BearerAuthenticator {
    private static final String SCHEME = "Bearer ";

    private final AdminToken adminToken;
    private final Optional<OpenIdTokenVerifier> provider;

    public BearerAuthenticator(AdminToken own, Optional<OidcConfig> oidc, Clock clock) {
        this.adminToken = own;
        this.provider = oidc.map(config -> new OpenIdTokenVerifier(config, clock));
    }

    AuthenticationResult authenticate(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return new AuthenticationResult.Denied(401, "", tokenNeeded());
        }
        String token = authorization.substring(SCHEME.length()).strip();
        if (adminToken.matches(token)) {
            return new AuthenticationResult.Authenticated(Optional.empty());
        }
        return provider.map(it -> it.authenticate(token))
                .orElseGet(() -> new AuthenticationResult.Denied(401, "", tokenNeeded()));
    }

    private String tokenNeeded() {
        return "This needs the header Authorization: Bearer with the administration token"
                + (provider.isPresent() ? " or one of the OpenID provider." : ".");
    }
}

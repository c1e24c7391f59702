package dev.signalbox.server.web;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.OidcConfig;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says who may administer: whoever has the program's own token, or one of the OpenID provider with the right role. */
public final class BearerAuthenticator {
    private static final String SCHEME = "Bearer ";

    private final AdminToken own;
    private final Optional<OpenIdTokenVerifier> provider;

    public BearerAuthenticator(AdminToken own, Optional<OidcConfig> oidc, Clock clock) {
        this.own = own;
        this.provider = oidc.map(config -> new OpenIdTokenVerifier(config, clock));
    }

    AuthenticationResult authenticate(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return new AuthenticationResult.Denied(401, "", needed());
        }
        String token = authorization.substring(SCHEME.length()).strip();
        if (own.matches(token)) {
            return new AuthenticationResult.Authenticated(Optional.empty());
        }
        return provider.map(it -> it.authenticate(token))
                .orElseGet(() -> new AuthenticationResult.Denied(401, "", needed()));
    }

    private String needed() {
        return "This needs the header Authorization: Bearer with the administration token"
                + (provider.isPresent() ? " or one of the OpenID provider." : ".");
    }
}

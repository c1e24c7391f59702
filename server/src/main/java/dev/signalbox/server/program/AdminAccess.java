package dev.signalbox.server.program;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.security.OidcConfig;
import dev.signalbox.runtime.config.security.SecurityConfig;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.server.logging.Terminal;
import dev.signalbox.server.web.AdminToken;
import dev.signalbox.server.web.BearerAuthenticator;
import dev.signalbox.server.web.TokenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * Provides the administration token: the configured one, or a generated one that is handed to the user who started the
 * program.
 */
final class AdminAccess {
    private static final System.Logger LOG = System.getLogger(AdminAccess.class.getName());
    private static final int TOKEN_BYTES = 32;

    private final Secret secret;
    private final boolean generated;
    private final Optional<Path> configuredFile;
    private final Optional<OidcConfig> oidc;

    private AdminAccess(Secret secret, boolean made, SecurityConfig config) {
        this.secret = secret;
        this.generated = made;
        this.configuredFile = config.tokenFile();
        this.oidc = config.oidc();
    }

    static AdminAccess of(SecurityConfig config) {
        Secret secret = config.adminToken().orElseGet(AdminAccess::generate);
        return new AdminAccess(secret, config.adminToken().isEmpty(), config);
    }

    BearerAuthenticator authenticator() {
        return new BearerAuthenticator(new AdminToken(secret), oidc, Clock.SYSTEM);
    }

    /** Hands over a generated token on the terminal or in a file; the log only names the file. */
    void announce(Map<String, String> environment, int port) {
        if (!generated || Terminal.show("administration token: " + secret.value())) {
            return;
        }
        Optional<Path> file = configuredFile.or(() -> TokenFile.defaultPath(environment, port));
        file.ifPresentOrElse(
                this::write,
                () -> LOG.log(
                        System.Logger.Level.WARNING,
                        "no administration token is configured and there is no home folder for one: set SIGNALBOX_ADMIN_TOKEN"));
    }

    private void write(Path file) {
        try {
            TokenFile.write(file, secret);
            LOG.log(System.Logger.Level.INFO, "the administration token is in {0}", file);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the administration token could not be written to {0} ({1}): set SIGNALBOX_ADMIN_TOKEN",
                    file,
                    e);
        }
    }

    private static Secret generate() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }
}

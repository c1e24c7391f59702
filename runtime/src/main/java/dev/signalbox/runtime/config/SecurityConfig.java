package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.Secret;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Who may administer the program.
 *
 * @param adminToken the bearer token, or none to have one made
 * @param tokenFile where a made token is written, or none for the usual place
 * @param oidc an OpenID provider whose users may administer as well
 */
public record SecurityConfig(Optional<Secret> adminToken, Optional<Path> tokenFile, Optional<OidcConfig> oidc) {}

package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.Secret;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Who may use the administration API.
 *
 * @param adminToken the bearer token; empty to generate one
 * @param tokenFile where a generated token is written; empty for the default file
 * @param oidc an OpenID provider whose users may use the API as well
 */
public record SecurityConfig(Optional<Secret> adminToken, Optional<Path> tokenFile, Optional<OidcConfig> oidc) {}

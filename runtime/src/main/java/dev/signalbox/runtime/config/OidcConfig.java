package dev.signalbox.runtime.config;

import dev.signalbox.runtime.settings.LoopbackHost;
import java.net.URI;
import java.util.List;

/**
 * The OpenID provider whose tokens the administration API accepts besides the admin token.
 *
 * @param issuer the base URL of the provider, below which it publishes its metadata
 * @param audience the audience that a token must have
 * @param rolesClaim the path of the roles in a token
 * @param role the role that a token must have
 */
public record OidcConfig(URI issuer, String audience, List<String> rolesClaim, String role) {
    public OidcConfig {
        rolesClaim = List.copyOf(rolesClaim);
    }

    /** Whether the connection to this address is safe from eavesdropping and tampering: HTTPS, or HTTP on loopback. */
    public static boolean isSafe(URI address) {
        return "https".equalsIgnoreCase(address.getScheme())
                || ("http".equalsIgnoreCase(address.getScheme()) && LoopbackHost.is(address.getHost()));
    }
}

package dev.signalbox.runtime.config;

import java.net.URI;
import java.util.List;

/**
 * Whose tokens open the administration API besides the program's own.
 *
 * @param issuer the OpenID provider's address, below which it tells of itself
 * @param audience for whom a token must have been made
 * @param rolesClaim where in a token its bearer's roles are
 * @param role the one that is needed
 */
public record OidcConfig(URI issuer, String audience, List<String> rolesClaim, String role) {
    public OidcConfig {
        rolesClaim = List.copyOf(rolesClaim);
    }

    /** Whether nobody on the way can read or change what is fetched from there. */
    public static boolean isSafe(URI address) {
        return "https".equalsIgnoreCase(address.getScheme())
                || List.of("127.0.0.1", "[::1]", "localhost").contains(String.valueOf(address.getHost()));
    }
}

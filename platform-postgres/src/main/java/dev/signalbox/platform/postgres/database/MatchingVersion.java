package dev.signalbox.platform.postgres.database;

import java.util.Map;

/**
 * The version of matching as nodes remember it: the number in the registry, and in the lowest bits which run of the server has
 * assigned it. After an asynchronous failover the new primary assigns numbers again that a node may remember.
 */
public final class MatchingVersion {
    private static final int SERVER_BITS = 20;
    private static final String SERVER_MASK = String.valueOf((1 << SERVER_BITS) - 1);

    /** What templates substitute. The alias of the registry is {@code r}. */
    public static final Map<String, String> NAMES = Map.of(
            "matching_version",
            "((r.matching_version << " + SERVER_BITS
                    + ") | (CAST(floor(extract(epoch FROM pg_postmaster_start_time()) * 1000000) AS bigint) & "
                    + SERVER_MASK
                    + "))",
            "server_bits",
            String.valueOf(SERVER_BITS),
            "server_mask",
            SERVER_MASK);

    private MatchingVersion() {}
}

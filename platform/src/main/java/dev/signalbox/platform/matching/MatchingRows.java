package dev.signalbox.platform.matching;

import java.util.Map;

/**
 * What the registry says about some types, in one snapshot.
 *
 * @param version the version of the registry in that snapshot
 * @param matches an entry for each key that was asked for
 */
public record MatchingRows(long version, Map<MatchingKey, TypeMatches> matches) {
    /** Before anything is known. */
    public static final MatchingRows NONE = new MatchingRows(0, Map.of());

    public MatchingRows {
        matches = Map.copyOf(matches);
    }

    public boolean allRegistered() {
        return matches.values().stream().allMatch(TypeMatches::registered);
    }
}

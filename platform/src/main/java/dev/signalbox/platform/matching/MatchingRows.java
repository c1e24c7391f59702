package dev.signalbox.platform.matching;

import java.util.Map;

/**
 * What the registry says about some types, in one snapshot.
 *
 * @param version the version of the registry in that snapshot
 * @param matches an entry for each key that was asked for
 */
public record MatchingRows(long version, Map<MatchingKey, TypeMatches> matches) {
    public MatchingRows {
        matches = Map.copyOf(matches);
    }
}

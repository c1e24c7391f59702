package dev.signalbox.platform.matching;

import java.util.Set;

/**
 * What has changed since a version, in one snapshot.
 *
 * @param version the present version
 * @param complete whether {@code types} names all types that have changed; if not, any may have
 */
public record MatchingChanges(long version, boolean complete, Set<String> types) {
    public MatchingChanges {
        types = Set.copyOf(types);
    }
}

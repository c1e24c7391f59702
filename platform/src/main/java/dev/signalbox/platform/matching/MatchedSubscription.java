package dev.signalbox.platform.matching;

import com.github.f4b6a3.tsid.Tsid;
import java.util.Set;

/**
 * A subscription that gets jobs for events of a type.
 *
 * @param specVersions the only versions that it takes; empty for any
 */
public record MatchedSubscription(Tsid id, Set<String> specVersions) {
    public MatchedSubscription {
        specVersions = Set.copyOf(specVersions);
    }

    public boolean takes(String specVersion) {
        return specVersions.isEmpty() || specVersions.contains(specVersion);
    }
}

package dev.signalbox.platform.matching;

import dev.signalbox.platform.StoreException;
import java.util.Set;

/** Reads what matching needs from the registry. */
public interface MatchingStore {
    MatchingRows load(Set<MatchingKey> keys) throws StoreException;

    MatchingChanges changesSince(long version) throws StoreException;
}

package dev.signalbox.platform.postgres.delivery;

import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** The settings of the streams that had rows most recently. Those of a stream whose rows come one by one are read once. */
final class SettingsCache {
    private static final int MOST = 20_000;

    private final LinkedHashMap<Long, StreamSettings> known = new LinkedHashMap<>();

    @Nullable
    StreamSettings get(long stream) {
        return known.get(stream);
    }

    void put(long stream, StreamSettings settings) {
        known.remove(stream);
        known.put(stream, settings);
        if (known.size() > MOST) {
            known.pollFirstEntry();
        }
    }

    void putIfKnown(long stream, StreamSettings settings) {
        known.replace(stream, settings);
    }
}

package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.source.OutletDemand;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of the settings of streams. Guarded by the lock of {@link JobSourceState}. */
final class StreamCatalog {
    private static final int MOST_UNKNOWN = 500;

    private final ClaimableStreams ring;
    private final DatabaseClock time;
    private final SettingsCache settings = new SettingsCache();

    /** In-flight rows of streams without a state, because their shard was lost and gained again. */
    private final Map<Long, List<QueueRow>> adrift = new HashMap<>();

    /** The version before which all changes are known. */
    long version = -1;

    /** Whether held groups are to be checked, because the shards are new or subscriptions have changed. */
    boolean checkDeferred = true;

    StreamCatalog(ClaimableStreams ring, DatabaseClock time) {
        this.ring = ring;
        this.time = time;
    }

    private long now() {
        return time.now();
    }

    /** Streams were dropped, but not these rows, which are in flight. */
    void dropped(List<QueueRow> inFlight) {
        checkDeferred = true;
        adrift.clear();
        inFlight.stream()
                .filter(row -> !isLearned(row.key().stream()))
                .forEach(row -> adrift.computeIfAbsent(row.key().stream(), _ -> new ArrayList<>())
                        .add(row));
    }

    private boolean isLearned(long stream) {
        StreamState state = ring.get(stream);
        return state != null && state.settings != null;
    }

    /** A row is not in flight any more. */
    void letGo(QueueRow row) {
        adrift.computeIfPresent(
                row.key().stream(),
                (_, rows) -> rows.removeIf(it -> it.key().equals(row.key())) && rows.isEmpty() ? null : rows);
    }

    @Nullable
    StreamSettings settingsOf(long stream) {
        StreamState state = ring.get(stream);
        return state == null || state.settings == null ? settings.get(stream) : state.settings;
    }

    /** Streams that may be read, but about which nothing is known. */
    List<Long> unknown(OutletDemand demand) {
        List<Long> unknown = new ArrayList<>();
        for (StreamState stream : ring.open(demand, now())) {
            StreamSettings known = stream.settings == null ? settings.get(stream.stream) : null;
            if (known != null) {
                learn(stream, known);
            } else if (stream.settings == null && unknown.size() < MOST_UNKNOWN) {
                unknown.add(stream.stream);
            }
        }
        return unknown;
    }

    /** What was found out about these streams. */
    void learned(Collection<Long> asked, Map<Long, StreamSettings> found) {
        for (long id : asked) {
            StreamSettings known = found.get(id);
            StreamState stream = ring.get(id);
            if (known != null || id > 0) {
                settings.put(id, known == null ? StreamSettings.MISSING : known);
            }
            if (stream != null && known == null && id < 0) {
                ring.remove(stream);
            } else if (stream != null) {
                learn(stream, known == null ? StreamSettings.MISSING : known);
            }
        }
    }

    /** Subscriptions have changed. */
    void changed(Map<Long, StreamSettings> found) {
        found.forEach((id, changed) -> {
            settings.putIfKnown(id, changed);
            checkDeferred |= changed.deleted() || !changed.holds();
            StreamState stream = ring.get(id);
            if (stream != null && stream.settings != null) {
                learn(stream, changed);
            }
        });
    }

    private void learn(StreamState stream, StreamSettings known) {
        StreamSettings before = stream.settings;
        if (known.equals(before)) {
            return;
        }
        if (before != null && before.mode() != known.mode()) {
            stream.restart(now());
        }
        stream.settings = known;
        stream.buffer.apply(known, now());
        if (before == null) {
            for (QueueRow row : adrift.getOrDefault(stream.stream, List.of())) {
                stream.inFlight++;
                stream.buffer.handedOut(row);
            }
            adrift.remove(stream.stream);
        }
        if (before == null || before.maxAgeSeconds() != known.maxAgeSeconds()) {
            boolean mayHaveOld = before != null && known.maxAgeSeconds() > 0;
            stream.lookForOldAt(mayHaveOld ? now() : Long.MAX_VALUE);
        }
        ring.settingsChanged(stream);
    }
}

package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The states of all feeds of a log as of the last read, which returns them for all feeds; some reads also look up which feeds
 * have open replay requests, so that feeds need not ask one by one. That lookup uses indexes on the requests; if these could
 * not be created it scans all dead letters, so not every read of the log includes it.
 */
final class LastSeenFeedStates {
    private static final String ACTIVE = "ACTIVE";
    private static final int REMEMBERED = 4;
    private static final long LOOK_FOR_REPLAYS_EVERY = Duration.ofMillis(500).toNanos();

    private final Map<FeedKey, FeedStateRow> rows = new ConcurrentHashMap<>();
    private final Set<String> owners = new LinkedHashSet<>();
    private volatile Set<String> live = Set.of();
    /** The owner that opened a feed last. */
    private volatile @Nullable Incarnation lastOwner;

    /** How often a feed was opened. A read that began before the last opening does not know the feed's state. */
    private long openings;

    private final Clock clock;
    private volatile ReplayLookup lastReplayLookup = new ReplayLookup(0, Set.of());
    private long lookForReplaysAt;

    /**
     * The feeds with open replay requests.
     *
     * @param number the number of lookups so far
     */
    record ReplayLookup(long number, Set<FeedKey> wanted) {}

    /**
     * A feed's rows.
     *
     * @param position the position that this node wrote last
     * @param lastPosition the position that operators see and may change; null if that row is missing
     */
    record FeedStateRow(
            long revision,
            long position,
            @Nullable Long lastPosition,
            @Nullable String status) {}

    /**
     * A read of the feeds' states that begins now.
     *
     * @param owners the owners whose leases it checks
     */
    record StateRead(long openings, Set<String> owners) {}

    LastSeenFeedStates(Clock clock) {
        this.clock = clock;
        this.lookForReplaysAt = clock.nanos();
    }

    /** Whether the read that begins now looks for replay requests. If so, the next lookup is due only after some time. */
    synchronized boolean isReplayLookupDue() {
        long now = clock.nanos();
        boolean due = now - lookForReplaysAt >= 0;
        if (due) {
            lookForReplaysAt = now + LOOK_FOR_REPLAYS_EVERY;
        }
        return due;
    }

    synchronized void sawReplays(Collection<FeedKey> wanted) {
        lastReplayLookup = new ReplayLookup(lastReplayLookup.number() + 1, Set.copyOf(wanted));
    }

    ReplayLookup lastReplayLookup() {
        return lastReplayLookup;
    }

    synchronized StateRead begin() {
        return new StateRead(openings, Set.copyOf(owners));
    }

    synchronized void saw(StateRead read, FeedKey feed, FeedStateRow row) {
        if (read.openings() == openings) {
            rows.put(feed, row);
        }
    }

    synchronized void sawLive(StateRead read, Collection<String> incarnations) {
        if (read.openings() == openings) {
            live = Set.copyOf(incarnations);
        }
    }

    /** Whether the answer comes from the server that the lease of this node belongs to. */
    boolean isOurServer(String server) {
        Incarnation owner = lastOwner;
        return owner == null || owner.accepts(server);
    }

    /** Drops the state of a feed that was just opened, and returns whether its owner belongs to another server than the last. */
    synchronized boolean opened(FeedKey feed, Incarnation owner) {
        boolean moved = !isOurServer(owner.server());
        lastOwner = owner;
        openings++;
        rows.remove(feed);
        owners.add(owner.value());
        if (owners.size() > REMEMBERED) {
            owners.remove(owners.iterator().next());
        }
        Set<String> more = new LinkedHashSet<>(live);
        more.add(owner.value());
        live = Set.copyOf(more);
        return moved;
    }

    /** Why the feed must not read now; null if it may. Ignores what this node itself wrote since the last read. */
    @Nullable
    ReadResult refusal(FeedKey feed, Incarnation owner, ProgressVersion version) {
        if (!live.contains(owner.value())) {
            return new ReadResult.Fenced();
        }
        FeedStateRow row = rows.get(feed);
        if (row == null) {
            return null;
        }
        if (row.lastPosition() == null
                || row.lastPosition() != row.position()
                || row.revision() > version.attempted()) {
            return new ReadResult.Moved();
        }
        return ACTIVE.equals(row.status()) ? null : new ReadResult.Paused();
    }
}

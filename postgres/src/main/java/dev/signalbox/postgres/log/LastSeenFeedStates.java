package dev.signalbox.postgres.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadResult;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** How the pairs of a log stood when it was last looked at: every look brings it for all of them. */
final class LastSeenFeedStates {
    private static final String ACTIVE = "ACTIVE";
    private static final int REMEMBERED = 4;

    private final Map<FeedKey, FeedStateRow> feedStateRows = new ConcurrentHashMap<>();
    private final Set<String> owners = new LinkedHashSet<>();
    private volatile Set<String> live = Set.of();
    /** How often a pair was opened. What began to look before the last time knows nothing of it. */
    private long openings;

    /**
     * A pair's rows.
     *
     * @param position that we wrote last
     * @param lastPosition that operators see and may change; null if their row is gone
     */
    record FeedStateRow(
            long revision,
            long position,
            @Nullable Long lastPosition,
            @Nullable String status) {}

    /**
     * A look at the pairs that begins now.
     *
     * @param owners whose leases are of interest
     */
    record StateRead(long openings, Set<String> owners) {}

    synchronized StateRead look() {
        return new StateRead(openings, Set.copyOf(owners));
    }

    synchronized void saw(StateRead stateRead, FeedKey pair, FeedStateRow feedStateRow) {
        if (stateRead.openings() == openings) {
            feedStateRows.put(pair, feedStateRow);
        }
    }

    synchronized void sawLive(StateRead stateRead, Collection<String> incarnations) {
        if (stateRead.openings() == openings) {
            live = Set.copyOf(incarnations);
        }
    }

    /** It was opened just now: what was seen before counts no more. */
    synchronized void opened(FeedKey pair, Incarnation owner) {
        openings++;
        feedStateRows.remove(pair);
        owners.add(owner.value());
        if (owners.size() > REMEMBERED) {
            owners.remove(owners.iterator().next());
        }
        Set<String> more = new LinkedHashSet<>(live);
        more.add(owner.value());
        live = Set.copyOf(more);
    }

    /** Why nothing is to be read now; null if something may be. What we wrote ourselves since the look is no reason. */
    @Nullable
    ReadResult refusal(FeedKey pair, Incarnation owner, ProgressVersion progressVersion) {
        if (!live.contains(owner.value())) {
            return new ReadResult.Fenced();
        }
        FeedStateRow feedStateRow = feedStateRows.get(pair);
        if (feedStateRow == null) {
            return null;
        }
        if (feedStateRow.lastPosition() == null
                || feedStateRow.lastPosition() != feedStateRow.position()
                || feedStateRow.revision() > progressVersion.attempted()) {
            return new ReadResult.Moved();
        }
        return ACTIVE.equals(feedStateRow.status()) ? null : new ReadResult.Paused();
    }
}

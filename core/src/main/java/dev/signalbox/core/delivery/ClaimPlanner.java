package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.OutletDemand;
import java.util.Set;

/** Decides whether a dispatcher has room for another claim, and how much it asks for. */
final class ClaimPlanner {
    private static final int SHORT_PREFIX = 4;
    private static final int LONG_PREFIX = 16;

    private final DispatcherSettings settings;
    private final SharedBuffer buffer;
    private final Outlets outlets;
    private final SuspectTrial trial;
    private boolean manyGroups;

    ClaimPlanner(DispatcherSettings settings, SharedBuffer buffer, Outlets outlets, SuspectTrial trial) {
        this.settings = settings;
        this.buffer = buffer;
        this.outlets = outlets;
        this.trial = trial;
    }

    void claimed(ClaimResult claimResult) {
        manyGroups = claimResult.more();
    }

    /** The only outlet decides for itself; of several, those that cannot send are left out of the request. */
    boolean isAllowed(long now) {
        Outlet only = outlets.only();
        return only == null || only.circuit().allowsRequest(now);
    }

    /** Whether there is room for a claim that is worth its round trip. */
    boolean hasRoom() {
        if (buffer.heldBytes() >= settings.buffer().bytes()) {
            return false;
        }
        Outlet only = outlets.only();
        if (only == null) {
            boolean nothingToSend = outlets.ring().isEmpty();
            return room() >= (nothingToSend ? 1 : worthwhile(settings.buffer().perFetch()));
        }
        if (only.postponed().size() >= only.limits().postponed()) {
            return false;
        }
        // A message that waits for its turn cannot be the probe that decides about the others.
        boolean nothingToSend = only.hasNoProbe(trial);
        if (only.circuit().isOpen()) {
            return nothingToSend && room() > 0;
        }
        int batch = only.policy().sink().messages();
        return room() >= (nothingToSend ? 1 : worthwhile(batch));
    }

    private int worthwhile(int atMost) {
        return Math.max(1, Math.min(atMost, settings.buffer().messages() / 10));
    }

    private int room() {
        return settings.buffer().messages() - buffer.held();
    }

    /** A fetch starts: what it asks for. */
    ClaimRequest request(Shards shards) {
        int messages = Math.min(room(), settings.buffer().perFetch());
        long bytes = Math.max(1, settings.buffer().bytes() - buffer.heldBytes());
        OutletDemand demand = outlets.fetchStarts(room(), bytes);
        Outlet only = outlets.only();
        if (only != null) {
            return request(only, shards, only.circuit().isOpen() ? 1 : messages, bytes);
        }
        int perGroup = Math.min(manyGroups ? SHORT_PREFIX : LONG_PREFIX, messages);
        // Large messages of one outlet must not use all that is left.
        long half = Math.max(1, bytes / 2);
        return new ClaimRequest(shards, messages, half, perGroup, Set.of(), Set.of(), DueRetries.NONE, demand);
    }

    private ClaimRequest request(Outlet only, Shards shards, int messages, long bytes) {
        // Short prefixes while many groups wait, so that each gets its turn; long ones when there are few.
        int batch = only.policy().sink().messages();
        int perGroup = manyGroups ? Math.max(SHORT_PREFIX, batch / 4) : Math.max(LONG_PREFIX, batch);
        return new ClaimRequest(
                shards,
                messages,
                bytes,
                Math.min(perGroup, messages),
                only.lanes().groupsNotToFetch(),
                only.postponed().messages(),
                only.postponed().takeDue(messages));
    }
}

package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;

/** Decides whether a dispatcher has room for another claim, and how much it asks for. */
final class ClaimPlanner {
    private static final int MAX_POSTPONED = 10_000;

    private final DispatcherSettings settings;
    private final Lanes lanes;
    private final Circuit circuit;
    private final SuspectTrial trial;
    private boolean manyGroups;

    ClaimPlanner(DispatcherSettings settings, Lanes lanes, Circuit circuit, SuspectTrial trial) {
        this.settings = settings;
        this.lanes = lanes;
        this.circuit = circuit;
        this.trial = trial;
    }

    void claimed(ClaimResult claimResult) {
        manyGroups = claimResult.more();
    }

    /** Whether there is room for a claim that is worth its round trip. */
    boolean hasRoom() {
        if (isFull()) {
            return false;
        }
        // A message that waits for its turn cannot be the probe that decides about the others.
        boolean nothingToSend =
                trial.waits() ? !lanes.batcher().hasOrdinary() : lanes.batcher().isEmpty();
        if (circuit.isOpen()) {
            return nothingToSend && room() > 0;
        }
        int worthwhile = nothingToSend
                ? 1
                : Math.max(
                        1,
                        Math.min(settings.sink().messages(), settings.buffer().messages() / 10));
        return room() >= worthwhile;
    }

    private boolean isFull() {
        return lanes.postponed().size() >= MAX_POSTPONED
                || lanes.heldBytes() >= settings.buffer().bytes();
    }

    private int room() {
        return settings.buffer().messages() - lanes.held();
    }

    ClaimRequest request(Shards shards) {
        int messages = circuit.isOpen() ? 1 : Math.min(room(), settings.buffer().perFetch());
        // Short prefixes while many groups wait, so that each gets its turn; long ones when there are few.
        int batch = settings.sink().messages();
        int perGroup = manyGroups ? Math.max(4, batch / 4) : Math.max(16, batch);
        long bytes = Math.max(1, settings.buffer().bytes() - lanes.heldBytes());
        return new ClaimRequest(
                shards,
                messages,
                bytes,
                Math.min(perGroup, messages),
                lanes.groupsNotToFetch(),
                lanes.postponed().messages(),
                lanes.postponed().takeDue(messages));
    }
}

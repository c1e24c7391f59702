package dev.signalbox.core.log;

import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.EventMetadata;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.ClaimResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The events that one claim hands out, as messages. */
final class ClaimedEvents {
    /** The number of no claim. */
    static final long NONE = -1;

    private final long number;
    private final Claim claim;
    private final int shard;
    private final List<Message> messages = new ArrayList<>();
    /** The groups that this claim hands out events of. */
    private final List<DeferredGroup> groups = new ArrayList<>();

    ClaimedEvents(long number, int shard) {
        this.number = number;
        // Reading a log writes nothing, so there is no time of a claim.
        this.claim = new Claim(number, Instant.EPOCH);
        this.shard = shard;
    }

    long number() {
        return number;
    }

    void add(DeferredGroup deferredGroup, LogEvent event, Suspicion suspicion) {
        if (deferredGroup.handedOut(number) == 1) {
            groups.add(deferredGroup);
        }
        messages.add(new Message(
                Long.toString(event.position()),
                deferredGroup.key.group(),
                shard,
                event.type(),
                event.payload(),
                deferredGroup.attempts(event.position()),
                event.occurredAt(),
                claim,
                suspicion,
                new EventMetadata(event.position(), event.xid(), event.tags()),
                event.headers()));
    }

    ClaimResult claimed(boolean more, boolean heldBack) {
        Set<String> moreOf = new HashSet<>();
        for (DeferredGroup deferredGroup : groups) {
            if (deferredGroup.key.group() != null && deferredGroup.waiting() > 0) {
                moreOf.add(deferredGroup.key.group());
            }
        }
        return new ClaimResult(messages, more, moreOf, heldBack);
    }
}

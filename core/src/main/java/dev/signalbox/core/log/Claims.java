package dev.signalbox.core.log;

import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Event;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.Claimed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The events that one claim hands out, as messages. */
final class Claims {
    /** The number of no claim. */
    static final long NONE = -1;

    private final long number;
    private final Claim claim;
    private final int shard;
    private final List<Message> messages = new ArrayList<>();
    /** Those that something was handed out of. */
    private final List<Siding> sidings = new ArrayList<>();

    Claims(long number, int shard) {
        this.number = number;
        // Nothing is written when a log is read, so there is no time of it.
        this.claim = new Claim(number, Instant.EPOCH);
        this.shard = shard;
    }

    long number() {
        return number;
    }

    void add(Siding siding, LogEvent event, Suspicion suspicion) {
        if (siding.handedOut(number) == 1) {
            sidings.add(siding);
        }
        messages.add(new Message(
                Long.toString(event.position()),
                siding.key.group(),
                shard,
                event.type(),
                event.payload(),
                siding.attempts(event.position()),
                event.occurredAt(),
                claim,
                suspicion,
                new Event(event.position(), event.xid(), event.tags()),
                event.headers()));
    }

    Claimed claimed(boolean more, boolean heldBack) {
        Set<String> moreOf = new HashSet<>();
        for (Siding siding : sidings) {
            if (siding.key.group() != null && siding.waiting() > 0) {
                moreOf.add(siding.key.group());
            }
        }
        return new Claimed(messages, more, moreOf, heldBack);
    }
}

package dev.signalbox.core.log;

import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Event;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.Claimed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The events that one claim hands out, as messages. */
final class Claims {
    /** The number of no claim. */
    static final long NONE = -1;

    private final long number;
    private final int shard;
    private final List<Message> messages = new ArrayList<>();
    private final Map<SidingKey, Integer> counts = new HashMap<>();

    Claims(long number, int shard) {
        this.number = number;
        this.shard = shard;
    }

    long number() {
        return number;
    }

    int of(SidingKey key) {
        return counts.getOrDefault(key, 0);
    }

    void add(SidingKey key, LogEvent event, int attempts, Suspicion suspicion) {
        counts.merge(key, 1, Integer::sum);
        messages.add(new Message(
                Long.toString(event.position()),
                key.group(),
                shard,
                event.type(),
                event.payload(),
                attempts,
                event.occurredAt(),
                // Nothing is written when a log is read, so there is no time of it.
                new Claim(number, Instant.EPOCH),
                suspicion,
                new Event(event.position(), event.xid(), event.tags())));
    }

    Claimed claimed(boolean more, boolean heldBack, Predicate<SidingKey> hasMore) {
        Set<String> moreOf = new HashSet<>();
        for (SidingKey key : counts.keySet()) {
            if (key.group() != null && hasMore.test(key)) {
                moreOf.add(key.group());
            }
        }
        return new Claimed(messages, more, moreOf, heldBack);
    }
}

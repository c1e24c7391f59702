package dev.signalbox.core.publisher;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Events for the tests. */
final class EventFixtures {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private EventFixtures() {}

    static Message message(long position) {
        EventMetadata eventMetadata = new EventMetadata(position, 700, List.of("wallet_id=w" + position));
        return new Message(
                Long.toString(position),
                "all",
                0,
                "DepositMade",
                Payload.of("{\"amount\":" + position + "}"),
                0,
                NOW,
                new Claim(1, NOW),
                Suspicion.NONE,
                eventMetadata,
                Map.of());
    }

    static List<Message> messages(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(EventFixtures::message)
                .toList();
    }

    static PublishedEvent event(long position, String type, String data, String... tags) {
        return new PublishedEvent(position, "700", type, List.of(tags), data, NOW);
    }
}

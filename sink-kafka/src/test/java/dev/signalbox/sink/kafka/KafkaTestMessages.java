package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Messages for the tests, and their outcomes. */
final class KafkaTestMessages {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private KafkaTestMessages() {}

    static Message message(String id, @Nullable String group, String type, Payload payload) {
        return message(id, group, type, payload, Map.of(), null);
    }

    static Message message(
            String id,
            @Nullable String group,
            String type,
            Payload payload,
            Map<String, String> headers,
            @Nullable EventMetadata eventMetadata) {
        return new Message(
                id, group, 0, type, payload, 0, NOW, new Claim(1, NOW), Suspicion.NONE, eventMetadata, headers);
    }

    static Message of(String id, @Nullable String group, String type) {
        return message(id, group, type, Payload.of("payload of " + id));
    }

    /** An incompressible payload. */
    static Payload random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return Payload.of(content);
    }

    static List<Outcome> outcomes(Answer answer, List<Message> batch) {
        return switch (answer) {
            case Answer.Whole(Outcome outcome) -> Collections.nCopies(batch.size(), outcome);
            case Answer.Each(List<Outcome> outcomes) -> outcomes;
            case Answer.Mixed _ -> throw new IllegalArgumentException("this sink answers for each message");
        };
    }

    static List<Outcome> send(KafkaSink sink, List<Message> batch) throws InterruptedException {
        return outcomes(sink.send(batch), batch);
    }
}

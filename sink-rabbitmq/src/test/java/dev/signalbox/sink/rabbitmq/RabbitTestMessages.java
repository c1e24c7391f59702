package dev.signalbox.sink.rabbitmq;

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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Messages for the tests, and their outcomes. */
final class RabbitTestMessages {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private RabbitTestMessages() {}

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
        return message(id, group, type, Payload.of("{\"id\":\"" + id + "\"}"), Map.of(), null);
    }

    static Message with(String id, Map<String, String> headers) {
        return message(id, null, "t", Payload.of("{}"), headers, null);
    }

    /** Messages of one group, numbered from {@code from}. */
    static List<Message> batch(String group, String type, int from, int size) {
        return IntStream.range(from, from + size)
                .mapToObj(number -> of(group + "-" + number, group, type))
                .toList();
    }

    static List<Outcome> send(RabbitSink sink, List<Message> batch) throws InterruptedException {
        return outcomes(sink.send(batch), batch.size());
    }

    static List<Outcome> outcomes(Answer answer, int size) {
        return switch (answer) {
            case Answer.Whole(Outcome outcome) -> Collections.nCopies(size, outcome);
            case Answer.Each(List<Outcome> outcomes) -> outcomes;
            case Answer.Mixed _ -> throw new IllegalArgumentException("this sink answers for each message");
        };
    }
}

package dev.signalbox.example.notifications.event;

import dev.signalbox.client.Message;
import dev.signalbox.spring.TransactionalOutbox;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Records events in the transaction that is open; without one nothing is recorded. */
@Component
public class Events {
    private final TransactionalOutbox outbox;
    private final JsonMapper json;

    Events(TransactionalOutbox outbox, JsonMapper json) {
        this.outbox = outbox;
        this.json = json;
    }

    /** Tells each of them what has happened: one event with an id of its own for each, in one statement. */
    public void record(EventType type, Object payload, List<Addressee> addressees) {
        String text = json.writeValueAsString(payload);
        outbox.record(addressees.stream()
                .map(addressee -> Message.builder(type.name())
                        .aggregateType(addressee.audience().name())
                        .group(Long.toString(addressee.id()))
                        .payload(text)
                        .build())
                .toList());
    }
}

package dev.signalbox.example.notifications.event;

import dev.signalbox.client.Message;
import dev.signalbox.example.notifications.event.Parties.Addressee;
import dev.signalbox.spring.TransactionalOutbox;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Records events in the open transaction, which it requires. */
@Component
public record Events(TransactionalOutbox outbox, JsonMapper json) {
    /** Records one event with its own id for each recipient, in one statement. */
    public void record(String type, Object payload, List<Addressee> addressees) {
        String text = json.writeValueAsString(payload);
        outbox.record(addressees.stream()
                .map(addressee -> Message.builder(type)
                        .aggregateType(addressee.audience().name())
                        .group(Long.toString(addressee.id()))
                        .payload(text)
                        .build())
                .toList());
    }
}

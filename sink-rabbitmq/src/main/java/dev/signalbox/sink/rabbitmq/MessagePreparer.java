package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.MessageTemplate;
import dev.signalbox.core.outcome.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Splits a batch by group; each ungrouped message is a sequence of its own. */
final class MessagePreparer {
    private final RabbitSinkSettings settings;
    private final AmqpPropertiesFactory form;

    MessagePreparer(RabbitSinkSettings settings) {
        this.settings = settings;
        this.form = new AmqpPropertiesFactory(settings.format());
    }

    List<GroupPublishes> of(List<Message> batch) {
        JsonCheck check = new JsonCheck();
        List<GroupPublishes> all = new ArrayList<>(batch.size());
        Map<String, GroupPublishes> byGroup = new HashMap<>();
        for (int i = 0; i < batch.size(); i++) {
            Message message = batch.get(i);
            GroupPublishes group = message.group() == null
                    ? new GroupPublishes()
                    : byGroup.computeIfAbsent(message.group(), _ -> new GroupPublishes());
            if (group.size() == 0) {
                all.add(group);
            }
            group.add(i, of(message, check));
        }
        return all;
    }

    private PreparedMessage of(Message message, JsonCheck check) {
        if (message.payload().isLeftBehind()) {
            return rejected("the payload of " + message.payload().size() + " bytes is larger than a relay may hold");
        }
        MessageTemplate.FillResult routing = settings.routing().of(message);
        String key = routing.text();
        if (key == null) {
            return rejected(String.valueOf(routing.fault()));
        }
        boolean event = settings.format().body() == RabbitSinkSettings.Body.EVENT;
        String noJson = event ? check.fault(message.payload().bytes()) : null;
        if (noJson != null) {
            return rejected("the payload is not JSON: " + noJson);
        }
        AMQP.BasicProperties properties = form.properties(message);
        String badHeader = AmqpPropertiesFactory.headerFault(properties.getHeaders());
        if (badHeader != null) {
            return rejected(badHeader);
        }
        byte[] body = event ? EventBody.of(message) : message.payload().bytes();
        if (body.length > settings.format().maxBytes()) {
            return new PreparedMessage.Refused(new Outcome.TooLarge("the message has " + body.length
                    + " bytes: at most " + settings.format().maxBytes() + " are allowed"));
        }
        return new PreparedMessage.Sendable(message.id(), key, properties, body);
    }

    private static PreparedMessage rejected(String reason) {
        return new PreparedMessage.Refused(new Outcome.Rejected(reason));
    }

    sealed interface PreparedMessage {
        @SuppressWarnings("ArrayRecordComponent") // The bytes themselves, not a copy; never compared.
        record Sendable(String id, String key, AMQP.BasicProperties properties, byte[] body)
                implements PreparedMessage {}

        /** A message that the broker would refuse every time. */
        record Refused(Outcome outcome) implements PreparedMessage {}
    }
}

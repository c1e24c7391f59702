package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.signalbox.core.delivery.Outcome;
import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sorts a batch into lanes: one for each group, and one for each message without a group. */
final class Drafts {
    private final RabbitSinkSettings settings;
    private final MessageForm form;

    Drafts(RabbitSinkSettings settings) {
        this.settings = settings;
        this.form = new MessageForm(settings);
    }

    List<Lane> of(List<Message> batch) {
        JsonCheck check = new JsonCheck();
        List<Lane> lanes = new ArrayList<>(batch.size());
        Map<String, Lane> byGroup = new HashMap<>();
        for (int i = 0; i < batch.size(); i++) {
            Message message = batch.get(i);
            Lane lane =
                    message.group() == null ? new Lane() : byGroup.computeIfAbsent(message.group(), _ -> new Lane());
            if (lane.size() == 0) {
                lanes.add(lane);
            }
            lane.add(i, of(message, check));
        }
        return lanes;
    }

    private Draft of(Message message, JsonCheck check) {
        if (message.payload().isLeftBehind()) {
            return rejected("the payload of " + message.payload().size() + " bytes is larger than a relay may hold");
        }
        Routing.Routed routed = settings.routing().of(message);
        String key = routed.key();
        if (key == null) {
            return rejected(String.valueOf(routed.fault()));
        }
        boolean event = settings.body() == RabbitSinkSettings.Body.EVENT;
        String noJson = event ? check.fault(message.payload().bytes()) : null;
        if (noJson != null) {
            return rejected("the payload is not JSON: " + noJson);
        }
        AMQP.BasicProperties properties = form.properties(message);
        String badHeader = HeaderRules.fault(properties.getHeaders());
        if (badHeader != null) {
            return rejected(badHeader);
        }
        byte[] body = event ? EventBody.of(message) : message.payload().bytes();
        if (body.length > settings.maxMessageBytes()) {
            return new Draft.Refused(new Outcome.TooLarge("the message has " + body.length + " bytes: at most "
                    + settings.maxMessageBytes() + " are allowed"));
        }
        return new Draft.Sendable(message.id(), key, properties, body);
    }

    private static Draft rejected(String reason) {
        return new Draft.Refused(new Outcome.Rejected(reason));
    }
}

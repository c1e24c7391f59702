package dev.signalbox.sink.kafka;

import dev.signalbox.core.delivery.Outcome;
import dev.signalbox.core.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sorts a batch into lanes: one for each group, and one for each message without a group. */
final class Drafts {
    private final Topics topics;
    private final RecordForm form;

    Drafts(KafkaSinkSettings settings) {
        this.topics = new Topics(settings.rules(), settings.topic());
        this.form = new RecordForm(settings);
    }

    List<Lane> of(List<Message> batch) {
        List<Lane> lanes = new ArrayList<>(batch.size());
        Map<String, Lane> byGroup = new HashMap<>();
        for (int i = 0; i < batch.size(); i++) {
            Message message = batch.get(i);
            Lane lane =
                    message.group() == null ? new Lane() : byGroup.computeIfAbsent(message.group(), _ -> new Lane());
            if (lane.size() == 0) {
                lanes.add(lane);
            }
            lane.add(i, of(message));
        }
        return lanes;
    }

    Draft of(Message message) {
        if (message.payload().isLeftBehind()) {
            return new Draft.Refused(new Outcome.Rejected(
                    "the payload of " + message.payload().size() + " bytes is larger than a relay may hold"));
        }
        TopicTemplate.Filled filled = topics.of(message);
        if (filled.topic() == null) {
            return new Draft.Refused(new Outcome.Rejected(String.valueOf(filled.fault())));
        }
        return new Draft.Sendable(message, filled.topic(), form);
    }
}

package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Splits a batch by group; each ungrouped message is a sequence of its own. */
final class RecordPreparer {
    private final TopicRouter topicRouter;
    private final RecordFactory form;

    RecordPreparer(KafkaSinkSettings settings) {
        this.topicRouter = new TopicRouter(settings.rules(), settings.topic());
        this.form = new RecordFactory(settings);
    }

    List<GroupSends> of(List<Message> batch) {
        List<GroupSends> groupSends = new ArrayList<>(batch.size());
        Map<String, GroupSends> byGroup = new HashMap<>();
        for (int i = 0; i < batch.size(); i++) {
            Message message = batch.get(i);
            GroupSends lane = message.group() == null
                    ? new GroupSends()
                    : byGroup.computeIfAbsent(message.group(), _ -> new GroupSends());
            if (lane.size() == 0) {
                groupSends.add(lane);
            }
            lane.add(i, of(message));
        }
        return groupSends;
    }

    PreparedRecord of(Message message) {
        if (message.payload().isLeftBehind()) {
            return new PreparedRecord.Refused(new Outcome.Rejected(
                    "the payload of " + message.payload().size() + " bytes is larger than a relay may hold"));
        }
        TopicTemplate.TopicOrFault topicOrFault = topicRouter.of(message);
        if (topicOrFault.topic() == null) {
            return new PreparedRecord.Refused(new Outcome.Rejected(String.valueOf(topicOrFault.fault())));
        }
        return new PreparedRecord.Sendable(message, topicOrFault.topic(), form);
    }
}

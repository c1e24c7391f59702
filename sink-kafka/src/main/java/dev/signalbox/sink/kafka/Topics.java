package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import java.util.List;
import java.util.regex.Pattern;

/** Says where a message goes: by the first rule for its type, or by the template for all others. */
final class Topics {
    /** A rule that is ready to be asked. */
    private record Ready(Pattern types, TopicTemplate topic) {}

    private final List<Ready> rules;
    private final TopicTemplate others;

    Topics(List<TopicRule> rules, TopicTemplate others) {
        this.rules = rules.stream()
                .map(rule -> new Ready(rule.pattern(), rule.topic()))
                .toList();
        this.others = others;
    }

    TopicTemplate.Filled of(Message message) {
        for (Ready rule : rules) {
            if (rule.types.matcher(message.type()).matches()) {
                return rule.topic.fill(message);
            }
        }
        return others.fill(message);
    }
}

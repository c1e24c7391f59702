package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import java.util.List;
import java.util.regex.Pattern;

/** Chooses the topic of a message: by the first rule that matches its type, or else by the template. */
final class TopicRouter {
    private record CompiledRule(Pattern types, TopicTemplate topic) {}

    private final List<CompiledRule> rules;
    private final TopicTemplate others;

    TopicRouter(List<TopicRule> rules, TopicTemplate others) {
        this.rules = rules.stream()
                .map(rule -> new CompiledRule(rule.pattern(), rule.topic()))
                .toList();
        this.others = others;
    }

    TopicTemplate.TopicOrFault of(Message message) {
        for (CompiledRule rule : rules) {
            if (rule.types.matcher(message.type()).matches()) {
                return rule.topic.fill(message);
            }
        }
        return others.fill(message);
    }
}

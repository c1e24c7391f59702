package dev.signalbox.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.embedded.kafka.LocalKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Sends numbered messages of many groups as a relay does until all have arrived, and checks the contents of the topic. */
final class OrderedSendScenario {
    /** The maximum number of messages of a group in one call. */
    private static final int OF_A_GROUP = 8;

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final KafkaSink sink;
    private final String topic;
    private final int messages;
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();
    private final AtomicInteger delivered = new AtomicInteger();

    OrderedSendScenario(KafkaSink sink, String topic, int messages) {
        this.sink = sink;
        this.topic = topic;
        this.messages = messages;
    }

    int delivered() {
        return delivered.get();
    }

    boolean hasUnanswered() {
        return !unanswered.isEmpty();
    }

    /** Delivers all messages of these groups; no other call may send any of them concurrently. */
    void deliver(List<String> groups) throws InterruptedException {
        Map<String, List<Message>> waiting = new LinkedHashMap<>();
        groups.forEach(group -> waiting.put(group, numbered(group)));
        while (!waiting.isEmpty()) {
            List<Message> batch = new ArrayList<>();
            waiting.values().forEach(of -> batch.addAll(of.subList(0, Math.min(OF_A_GROUP, of.size()))));
            List<Outcome> outcomes = KafkaTestMessages.send(sink, batch);
            if (outcomes.stream().noneMatch(Outcome.Delivered.class::isInstance)) {
                // A relay pauses too; a busy loop would take CPU that the broker needs to recover.
                LockSupport.parkNanos(PAUSE.toNanos());
            }
            for (int i = 0; i < batch.size(); i++) {
                record(batch.get(i), outcomes.get(i), waiting);
            }
        }
    }

    private List<Message> numbered(String group) {
        List<Message> all = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            all.add(KafkaTestMessages.of(group + "/" + i, group, topic));
        }
        return all;
    }

    private void record(Message message, Outcome outcome, Map<String, List<Message>> waiting) {
        String group = String.valueOf(message.group());
        switch (outcome) {
            case Outcome.Delivered() -> {
                delivered.incrementAndGet();
                waiting.computeIfPresent(group, (_, left) -> without(message, left));
            }
            case Outcome.Unknown _ -> unanswered.add(message.id());
            case Outcome.Unavailable _, Outcome.NotAttempted _, Outcome.Postponed _ -> {}
            case Outcome.Rejected _, Outcome.TooLarge _, Outcome.Failed _, Outcome.Throttled _ ->
                throw new AssertionError(message.id() + ": " + outcome);
        }
    }

    private static @Nullable List<Message> without(Message message, List<Message> left) {
        left.remove(message);
        return left.isEmpty() ? null : left;
    }

    /** No message is lost, each group first arrives in order, and only messages without an answer arrive twice. */
    void check(LocalKafka kafka, List<String> groups) {
        Map<String, Set<String>> firstArrivals = new HashMap<>();
        Set<String> twice = new LinkedHashSet<>();
        for (ConsumerRecord<String, byte[]> record : SharedKafkaBrokers.read(kafka, topic)) {
            String id = new String(record.headers().lastHeader("messageId").value(), StandardCharsets.UTF_8);
            if (!firstArrivals
                    .computeIfAbsent(record.key(), _ -> new LinkedHashSet<>())
                    .add(id)) {
                twice.add(id);
            }
        }
        for (String group : groups) {
            assertThat(firstArrivals.get(group))
                    .as(group)
                    .containsExactlyElementsOf(
                            numbered(group).stream().map(Message::id).toList());
        }
        assertThat(unanswered).as("what came twice had no answer").containsAll(twice);
    }
}

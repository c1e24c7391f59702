package dev.signalbox.sink.kafka;

import dev.signalbox.core.delivery.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * What one call knows about its topics. A topic that the producer has not seen yet is asked for on a thread of its own, so
 * that only its own messages wait for the answer.
 */
final class Lookups {
    private final KafkaCluster cluster;
    private final Connection connection;
    private final Failures failures;
    private final Map<String, TopicView> views = new HashMap<>();
    private final Map<String, FutureTask<TopicView>> asked = new HashMap<>();
    private @Nullable String latestTopic;
    private TopicView latestView = TopicView.PENDING;

    Lookups(KafkaCluster cluster, Connection connection, Failures failures) {
        this.cluster = cluster;
        this.connection = connection;
        this.failures = failures;
    }

    TopicView view(String topic) {
        // Mostly it is the topic of the message before, and one comparison is less work than a hash.
        if (!topic.equals(latestTopic)) {
            latestView = views.computeIfAbsent(topic, this::begin);
            latestTopic = topic;
        }
        return latestView;
    }

    private TopicView begin(String topic) {
        var missing = cluster.missing().of(topic);
        if (missing.isPresent()) {
            TopicMemory.Memory memory = missing.get();
            return new TopicView.Closed(new Outcome.Postponed(memory.reason(), memory.left()));
        }
        if (connection.knows(topic)) {
            return ask(topic);
        }
        FutureTask<TopicView> task = new FutureTask<>(() -> ask(topic));
        asked.put(topic, task);
        Thread.ofVirtual().name("signalbox-kafka-topic-" + topic).start(task);
        return TopicView.PENDING;
    }

    private TopicView ask(String topic) {
        try {
            return TopicView.Open.of(connection.partitions(topic));
        } catch (KafkaException | IllegalStateException failure) {
            return closed(topic, failure);
        }
    }

    private TopicView closed(String topic, RuntimeException failure) {
        if (connection.isRetired()) {
            return new TopicView.Closed(Outcome.NOT_ATTEMPTED);
        }
        connection.forget(topic);
        Meaning meaning = failures.beforeHandOver(failure, topic);
        if (meaning.outcome() instanceof Outcome.Postponed postponed) {
            cluster.missing().remember(topic, postponed.reason());
        }
        if (meaning.broken()) {
            cluster.retire(connection, new Retirement(meaning.outcome().reason(), true));
        }
        return new TopicView.Closed(meaning.outcome());
    }

    boolean isPending() {
        return !asked.isEmpty();
    }

    /** Waits for all answers; the producer gives up after {@code max.block.ms}. */
    void await() throws InterruptedException {
        for (Map.Entry<String, FutureTask<TopicView>> entry : asked.entrySet()) {
            try {
                views.put(entry.getKey(), entry.getValue().get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("the look-up of a topic ended", e.getCause());
            }
        }
        asked.clear();
        latestTopic = null;
    }

    /** Ends what is still being asked. */
    void cancel() {
        asked.values().forEach(task -> task.cancel(true));
    }
}

package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * What one call knows about its topics. A separate thread looks up a topic that the producer has not seen yet, so that only
 * the messages of that topic wait.
 */
final class TopicLookups {
    private final KafkaCluster cluster;
    private final ProducerSession producerSession;
    private final KafkaErrors kafkaErrors;
    private final Map<String, TopicAvailability> views = new HashMap<>();
    private final Map<String, FutureTask<TopicAvailability>> asked = new HashMap<>();
    private @Nullable String latestTopic;
    private TopicAvailability latestView = TopicAvailability.PENDING;

    TopicLookups(KafkaCluster cluster, ProducerSession producerSession, KafkaErrors kafkaErrors) {
        this.cluster = cluster;
        this.producerSession = producerSession;
        this.kafkaErrors = kafkaErrors;
    }

    TopicAvailability view(String topic) {
        // Usually the same topic as the previous message, and one comparison is cheaper than a hash.
        if (!topic.equals(latestTopic)) {
            latestView = views.computeIfAbsent(topic, this::begin);
            latestTopic = topic;
        }
        return latestView;
    }

    private TopicAvailability begin(String topic) {
        var missing = cluster.missingTopics().find(topic);
        if (missing.isPresent()) {
            TopicFailureCache.KnownFailure knownFailure = missing.get();
            return new TopicAvailability.NotWritable(new Outcome.Postponed(knownFailure.reason(), knownFailure.left()));
        }
        if (producerSession.knows(topic)) {
            return ask(topic);
        }
        FutureTask<TopicAvailability> task = new FutureTask<>(() -> ask(topic));
        asked.put(topic, task);
        Thread.ofVirtual().name("signalbox-kafka-topic-" + topic).start(task);
        return TopicAvailability.PENDING;
    }

    private TopicAvailability ask(String topic) {
        try {
            return TopicAvailability.Writable.of(producerSession.partitions(topic));
        } catch (KafkaException | IllegalStateException failure) {
            return closed(topic, failure);
        }
    }

    private TopicAvailability closed(String topic, RuntimeException failure) {
        if (producerSession.isRetired()) {
            return new TopicAvailability.NotWritable(Outcome.NOT_ATTEMPTED);
        }
        producerSession.forget(topic);
        SendFailure sendFailure = kafkaErrors.beforeHandOver(failure, topic);
        if (sendFailure.outcome() instanceof Outcome.Postponed postponed) {
            cluster.missingTopics().remember(topic, postponed.reason());
        }
        if (sendFailure.broken()) {
            cluster.retire(
                    producerSession,
                    new ProducerRetirement(sendFailure.outcome().reason(), true));
        }
        return new TopicAvailability.NotWritable(sendFailure.outcome());
    }

    boolean isPending() {
        return !asked.isEmpty();
    }

    /** Waits for all lookups; the producer gives up after {@code max.block.ms}. */
    void await() throws InterruptedException {
        for (Map.Entry<String, FutureTask<TopicAvailability>> entry : asked.entrySet()) {
            try {
                views.put(entry.getKey(), entry.getValue().get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("the look-up of a topic ended", e.getCause());
            }
        }
        asked.clear();
        latestTopic = null;
    }

    /** Cancels open lookups. */
    void cancel() {
        asked.values().forEach(task -> task.cancel(true));
    }
}

package dev.signalbox.sink.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** The compacted topic that keeps the last checkpoint of each feed; created if it is missing. */
final class CursorTopic {
    /** How long to wait for an answer about the topic. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String POLICY = "cleanup.policy";
    private static final String COMPACT = "compact";
    /** Segments are small because Kafka does not compact the active one, and a new owner has to read it. */
    private static final Map<String, String> FORM =
            Map.of(POLICY, COMPACT, "segment.bytes", String.valueOf(16 << 20), "min.cleanable.dirty.ratio", "0.1");

    private final String name;

    CursorTopic(String name) {
        this.name = name;
    }

    /**
     * Creates the topic if it is missing and checks its settings.
     *
     * @return what is wrong with it
     */
    Optional<String> prepare(Admin admin) throws ExecutionException, InterruptedException {
        Config config = find(admin);
        if (config == null) {
            create(admin);
            return Optional.empty();
        }
        ConfigEntry policy = config.get(POLICY);
        return policy == null || COMPACT.equals(policy.value())
                ? Optional.empty()
                : Optional.of("topic " + name + " has " + POLICY + "=" + policy.value()
                        + ", so that notes would be lost: set it to " + COMPACT + ", or give another cursor-topic");
    }

    private @Nullable Config find(Admin admin) throws ExecutionException, InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        try {
            return answer(admin.describeConfigs(List.of(resource)).values().get(resource));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return null;
            }
            throw e;
        }
    }

    private void create(Admin admin) throws ExecutionException, InterruptedException {
        // One partition, so that a checkpoint stays findable if partitions are added; the cluster's default number
        // of replicas.
        NewTopic topic = new NewTopic(name, Optional.of(1), Optional.empty()).configs(FORM);
        try {
            Void _ = answer(admin.createTopics(List.of(topic)).values().get(name));
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    static <T> T answer(@Nullable KafkaFuture<T> asked) throws ExecutionException, InterruptedException {
        if (asked == null) {
            throw new IllegalStateException("what was asked for has an answer");
        }
        return asked.get();
    }
}

package dev.signalbox.sink.kafka;

import dev.signalbox.core.log.exactlyonce.TransactionalDestination;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Sends the events of a feed in transactions, each with a checkpoint that is written to a compacted topic. */
public final class KafkaTransactions implements TransactionalDestination {
    private static final System.Logger LOG = System.getLogger(KafkaTransactions.class.getName());
    private static final String CLUSTER = "cluster";

    private final KafkaClusterSettings settings;
    private final KafkaSinkSettings sink;
    private final String id;
    private final Function<Map<String, Object>, Producer<byte[], byte[]>> factory;
    private final KafkaErrors errors;
    private final TopicFailureCache missing;
    private final CursorTopic cursorTopic;
    private @Nullable ProducerTransaction current;
    private String cluster = "";
    private boolean closed;

    public KafkaTransactions(
            KafkaClusterSettings settings, KafkaSinkSettings sink, TransactionSettings names, Clock clock) {
        this(settings, sink, names, clock, KafkaProducer::new);
    }

    KafkaTransactions(
            KafkaClusterSettings settings,
            KafkaSinkSettings sink,
            TransactionSettings names,
            Clock clock,
            Function<Map<String, Object>, Producer<byte[], byte[]>> factory) {
        this.settings = settings;
        this.sink = sink;
        this.id = names.id();
        this.factory = factory;
        this.errors = new KafkaErrors(settings);
        this.missing = new TopicFailureCache(KafkaCluster.MISSING, clock);
        this.cursorTopic = new CursorTopic(names.cursorTopic(), clock);
    }

    @Override
    public SinkLimits limits() {
        return sink.limits();
    }

    @Override
    public synchronized BeginResult begin() throws InterruptedException {
        giveUp();
        if (closed) {
            return new BeginResult.Refused(errors.unavailable("the sink is closed"));
        }
        try (Admin admin = KafkaClients.admin(settings, CursorTopic.PATIENCE)) {
            Optional<String> problem = cursorTopic.prepare(admin);
            if (problem.isPresent()) {
                return new BeginResult.Refused(errors.unavailable(problem.get()));
            }
            cluster = CursorTopic.answer(admin.describeCluster().clusterId());
            Producer<byte[], byte[]> producer = factory.apply(KafkaClients.transactional(settings, id));
            current = new ProducerTransaction(producer, new RecordPreparer(sink), errors, missing);
            producer.initTransactions();
            try (Consumer<byte[], byte[]> consumer = KafkaClients.consumer(settings)) {
                return new BeginResult.Begun(checkpoint(admin, consumer));
            }
        } catch (ExecutionException e) {
            return refused(e.getCause() == null ? e : e.getCause());
        } catch (InterruptException e) {
            throw KafkaErrors.interrupted(e);
        } catch (KafkaException | IllegalStateException e) {
            return refused(e);
        }
    }

    private BeginResult refused(Throwable cause) {
        giveUp();
        return new BeginResult.Refused(errors.unavailable(cause));
    }

    private Optional<byte[]> checkpoint(Admin admin, Consumer<byte[], byte[]> consumer)
            throws ExecutionException, InterruptedException {
        ConsumerRecord<byte[], byte[]> record = cursorTopic.last(utf8(id), admin, consumer);
        if (record == null || record.value() == null) {
            return Optional.empty();
        }
        Header origin = record.headers().lastHeader(CLUSTER);
        String written = origin == null ? "" : new String(origin.value(), StandardCharsets.UTF_8);
        if (written.equals(cluster)) {
            return Optional.of(record.value());
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "the checkpoint of {0} in topic {1} is of another cluster, {2}, and says nothing about what this one has ({3})",
                id,
                cursorTopic.name(),
                written,
                cluster);
        return Optional.empty();
    }

    @Override
    public synchronized TransactionResult send(List<Message> batch, Function<List<Message>, byte[]> checkpoint)
            throws InterruptedException {
        if (current == null) {
            return new TransactionResult.Unknown(errors.unavailable("the sink is closed"));
        }
        TransactionResult result = null;
        try {
            result = current.send(batch, included -> record(checkpoint.apply(included)));
        } catch (InterruptException e) {
            throw KafkaErrors.interrupted(e);
        } finally {
            if (!(result instanceof TransactionResult.Known)) {
                giveUp();
            }
        }
        return result;
    }

    private ProducerRecord<byte[], byte[]> record(byte[] checkpoint) {
        Headers headers = new RecordHeaders().add(CLUSTER, utf8(cluster));
        return new ProducerRecord<>(cursorTopic.name(), 0, null, utf8(id), checkpoint, headers);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Drops the producer's buffered records. The next producer start aborts an open transaction. */
    private void giveUp() {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        giveUp();
    }

    @Override
    public String toString() {
        return Map.of("transactional.id", id, "cluster", settings.name()).toString();
    }
}

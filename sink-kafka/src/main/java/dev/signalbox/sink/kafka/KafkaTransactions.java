package dev.signalbox.sink.kafka;

import dev.signalbox.core.log.exactlyonce.TransactionalDestination;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Sends the events of a feed in transactions, each with a checkpoint that is written to a compacted topic. */
public final class KafkaTransactions implements TransactionalDestination {
    private static final System.Logger LOG = System.getLogger(KafkaTransactions.class.getName());
    private static final String CLUSTER = "cluster";
    /** How long to wait for other feeds' open transactions while reading the last checkpoint. */
    private static final Duration READING = Duration.ofSeconds(20);

    private final KafkaClusterSettings settings;
    private final KafkaSinkSettings sink;
    private final TransactionSettings names;
    private final Clock clock;
    private final ProducerFactory factory;
    private final AdminAndConsumerClients clients;
    private final KafkaErrors kafkaErrors;
    private final TopicFailureCache missing;
    private final CursorTopic cursorTopic;
    private @Nullable ProducerTransaction current;
    private String cluster = "";
    private boolean closed;

    /** Does not connect. */
    public KafkaTransactions(
            KafkaClusterSettings settings, KafkaSinkSettings sink, TransactionSettings names, Clock clock) {
        this(settings, sink, names, clock, KafkaProducer::new);
    }

    KafkaTransactions(
            KafkaClusterSettings settings,
            KafkaSinkSettings sink,
            TransactionSettings names,
            Clock clock,
            ProducerFactory factory) {
        this.settings = settings;
        this.sink = sink;
        this.names = names;
        this.clock = clock;
        this.factory = factory;
        this.clients = new AdminAndConsumerClients(settings);
        this.kafkaErrors = new KafkaErrors(settings.name(), new ClientSecrets(settings.client()));
        this.missing = new TopicFailureCache(KafkaCluster.MISSING, clock);
        this.cursorTopic = new CursorTopic(names.cursorTopic());
    }

    @Override
    public SinkLimits limits() {
        return sink.limits();
    }

    @Override
    public synchronized BeginResult begin() throws InterruptedException {
        giveUp();
        if (closed) {
            return new BeginResult.Refused(kafkaErrors.unavailable("the sink is closed"));
        }
        try (Admin admin = clients.admin(CursorTopic.PATIENCE)) {
            Optional<String> problem = cursorTopic.prepare(admin);
            if (problem.isPresent()) {
                return new BeginResult.Refused(kafkaErrors.unavailable(problem.get()));
            }
            cluster = CursorTopic.answer(admin.describeCluster().clusterId());
            Producer<byte[], byte[]> producer = factory.create(ProducerDefaults.transactional(settings, names.id()));
            current = new ProducerTransaction(producer, new RecordPreparer(sink), kafkaErrors, missing);
            producer.initTransactions();
            try (Consumer<byte[], byte[]> consumer = clients.consumer()) {
                return new BeginResult.Begun(checkpoint(admin, consumer));
            }
        } catch (ExecutionException e) {
            return refused(e.getCause() == null ? e : e.getCause());
        } catch (InterruptException e) {
            throw interrupted(e);
        } catch (KafkaException | IllegalStateException e) {
            return refused(e);
        }
    }

    private BeginResult refused(Throwable cause) {
        giveUp();
        return new BeginResult.Refused(kafkaErrors.unavailable(cause));
    }

    private Optional<byte[]> checkpoint(Admin admin, Consumer<byte[], byte[]> consumer)
            throws ExecutionException, InterruptedException {
        CheckpointReader last = new CheckpointReader(names.cursorTopic(), names.id(), READING, clock);
        ConsumerRecord<byte[], byte[]> record = last.find(admin, consumer);
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
                "the note of {0} in topic {1} is of another cluster, {2}, and says nothing about what this one has ({3})",
                names.id(),
                names.cursorTopic(),
                written,
                cluster);
        return Optional.empty();
    }

    @Override
    public synchronized TransactionResult send(List<Message> batch, Function<List<Message>, byte[]> note)
            throws InterruptedException {
        ProducerTransaction producerTransaction = current;
        if (producerTransaction == null) {
            return new TransactionResult.Unknown(kafkaErrors.unavailable("the sink is closed"));
        }
        TransactionResult transactionResult = null;
        try {
            transactionResult = producerTransaction.send(batch, going -> record(note.apply(going)));
        } catch (InterruptException e) {
            throw interrupted(e);
        } finally {
            if (!(transactionResult instanceof TransactionResult.Known)) {
                giveUp();
            }
        }
        return transactionResult;
    }

    private ProducerRecord<byte[], byte[]> record(byte[] note) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(CLUSTER, cluster.getBytes(StandardCharsets.UTF_8));
        return new ProducerRecord<>(
                names.cursorTopic(), 0, null, names.id().getBytes(StandardCharsets.UTF_8), note, headers);
    }

    private static InterruptedException interrupted(InterruptException cause) {
        // Kafka has set the interrupt flag again; the exception thrown here replaces it.
        boolean _ = Thread.interrupted();
        return (InterruptedException) new InterruptedException("interrupted while sending").initCause(cause);
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
        return Map.of("transactional.id", names.id(), "cluster", settings.name())
                .toString();
    }
}

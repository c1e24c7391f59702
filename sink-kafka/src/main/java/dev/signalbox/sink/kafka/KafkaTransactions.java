package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.once.TransactionalDestination;
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

/** Sends the events of a pair in transactions, each with a note of what was delivered; the last note is in a compacted topic. */
public final class KafkaTransactions implements TransactionalDestination {
    private static final System.Logger LOG = System.getLogger(KafkaTransactions.class.getName());
    private static final String CLUSTER = "cluster";
    /** How long others of the topic may have a transaction open while the last note is looked for. */
    private static final Duration READING = Duration.ofSeconds(20);

    private final KafkaClusterSettings settings;
    private final KafkaSinkSettings sink;
    private final TransactionSettings names;
    private final Clock clock;
    private final ProducerFactory factory;
    private final OtherClients clients;
    private final Failures failures;
    private final TopicMemory missing;
    private final CursorTopic cursorTopic;
    private @Nullable Transaction current;
    private String cluster = "";
    private boolean closed;

    /** Opens no connection yet. */
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
        this.clients = new OtherClients(settings);
        this.failures = new Failures(settings.name(), new Secrets(settings.client()));
        this.missing = new TopicMemory(KafkaCluster.MISSING, clock);
        this.cursorTopic = new CursorTopic(names.cursorTopic());
    }

    @Override
    public SinkLimits limits() {
        return sink.limits();
    }

    @Override
    public synchronized Beginning begin() throws InterruptedException {
        giveUp();
        if (closed) {
            return new Beginning.Refused(failures.unavailable("the sink is closed"));
        }
        try (Admin admin = clients.admin(CursorTopic.PATIENCE)) {
            Optional<String> problem = cursorTopic.prepare(admin);
            if (problem.isPresent()) {
                return new Beginning.Refused(failures.unavailable(problem.get()));
            }
            cluster = CursorTopic.answer(admin.describeCluster().clusterId());
            Producer<byte[], byte[]> producer = factory.create(ClientDefaults.transactional(settings, names.id()));
            current = new Transaction(producer, new Drafts(sink), failures, missing);
            producer.initTransactions();
            try (Consumer<byte[], byte[]> consumer = clients.consumer()) {
                return new Beginning.Begun(note(admin, consumer));
            }
        } catch (ExecutionException e) {
            return refused(e.getCause() == null ? e : e.getCause());
        } catch (InterruptException e) {
            throw interrupted(e);
        } catch (KafkaException | IllegalStateException e) {
            return refused(e);
        }
    }

    private Beginning refused(Throwable cause) {
        giveUp();
        return new Beginning.Refused(failures.unavailable(cause));
    }

    private Optional<byte[]> note(Admin admin, Consumer<byte[], byte[]> consumer)
            throws ExecutionException, InterruptedException {
        LastNote last = new LastNote(names.cursorTopic(), names.id(), READING, clock);
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
    public synchronized Ending send(List<Message> batch, Function<List<Message>, byte[]> note)
            throws InterruptedException {
        Transaction transaction = current;
        if (transaction == null) {
            return new Ending.Unknown(failures.unavailable("the sink is closed"));
        }
        Ending ending = null;
        try {
            ending = transaction.send(batch, going -> record(note.apply(going)));
        } catch (InterruptException e) {
            throw interrupted(e);
        } finally {
            if (!(ending instanceof Ending.Known)) {
                giveUp();
            }
        }
        return ending;
    }

    private ProducerRecord<byte[], byte[]> record(byte[] note) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(CLUSTER, cluster.getBytes(StandardCharsets.UTF_8));
        return new ProducerRecord<>(
                names.cursorTopic(), 0, null, names.id().getBytes(StandardCharsets.UTF_8), note, headers);
    }

    private static InterruptedException interrupted(InterruptException cause) {
        // Kafka has set the flag again; the exception that we throw stands for it.
        boolean _ = Thread.interrupted();
        return (InterruptedException) new InterruptedException("interrupted while sending").initCause(cause);
    }

    /** What it holds leaves no more. A transaction that is open ends with the next beginning. */
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

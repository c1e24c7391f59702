package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.sink.kafka.KafkaCluster.ProducerSession;
import dev.signalbox.sink.kafka.KafkaCluster.ProducerSession.Retirement;
import dev.signalbox.sink.kafka.KafkaErrors.SendFailure;
import dev.signalbox.sink.kafka.RecordPreparer.PreparedRecord;
import dev.signalbox.sink.kafka.TopicLookups.RecordDestination;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One call of a sink. It sends records in waves: a wave contains, for each group, as many records as may be in flight at
 * once, and completes before the next one starts.
 *
 * <p>Usually one wave contains all records. A group has only one record in flight while a later one could arrive without
 * it; {@code docs/sinks/kafka.md} explains when and why.
 */
final class BatchSend {
    /**
     * How long a call hands records over to the producer; the rest is not attempted. With Kafka's {@code
     * delivery.timeout.ms} of 8 s, a record leaves at most 10 s after the start of its call. That may be after the lease has
     * ended: then it repeats what the next owner sends.
     */
    static final Duration TIME_LIMIT = Duration.ofSeconds(2);

    static final int MAX_RESENDS = 2;

    /** Tolerance for the producer's own time limits. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final KafkaCluster cluster;
    private final KafkaErrors errors;
    private final List<GroupSends> groups;
    private final long caller = Thread.currentThread().threadId();
    private final long notAfter;
    private final long deadline;
    private final AtomicReference<@Nullable ProducerSession> using = new AtomicReference<>();
    private volatile boolean over;

    /** @param notAfter the latest time to hand over records, by the cluster's clock for leases */
    BatchSend(KafkaCluster cluster, List<GroupSends> groups, long notAfter) {
        this.cluster = cluster;
        this.errors = cluster.errors();
        this.groups = groups;
        this.notAfter = notAfter;
        this.deadline = cluster.clock().nanos() + TIME_LIMIT.toNanos();
    }

    List<Outcome> run() throws InterruptedException {
        try {
            int producers = 0;
            while (producers <= MAX_RESENDS && !over && !isLate() && throughOneProducer()) {
                producers++;
            }
        } catch (KafkaException unusable) {
            refuseOpen(errors.unavailable(unusable));
        }
        Outcome[] all = new Outcome[groups.stream().mapToInt(GroupSends::size).sum()];
        groups.forEach(group -> group.report(all));
        return Arrays.asList(all);
    }

    /** Hands over no more records and drops those that the producer still buffers. */
    void abandon() {
        over = true;
        ProducerSession session = using.get();
        if (session != null) {
            cluster.retire(session, new Retirement("this node has lost its work", false));
        }
    }

    private void refuseOpen(Outcome outcome) {
        groups.stream().filter(GroupSends::isOpen).forEach(group -> group.refuse(outcome));
    }

    private boolean isLate() {
        return cluster.clock().nanos() - deadline > 0 || cluster.clock().leaseNanos() > notAfter;
    }

    /** Sends records through one producer; true if some are left for another producer. */
    private boolean throughOneProducer() throws InterruptedException {
        ProducerSession session = cluster.acquire();
        if (session == null) {
            refuseOpen(errors.unavailable("the sink is closed"));
            return false;
        }
        using.set(session);
        TopicLookups topics = new TopicLookups(cluster, session);
        try {
            while (!over && new Wave(session, topics).send()) {
                if (session.isRetired()) {
                    return true;
                }
            }
            return false;
        } finally {
            topics.cancel();
            using.set(null);
            session.release();
        }
    }

    /** Records that are handed over together and awaited together. */
    private final class Wave {
        private final ProducerSession session;
        private final TopicLookups topics;
        private final long begun = cluster.clock().nanos();
        /** One for each record without an answer, and one for the thread that hands over. */
        private final AtomicInteger open = new AtomicInteger(1);

        private final CountDownLatch allAnswered = new CountDownLatch(1);

        Wave(ProducerSession session, TopicLookups topics) {
            this.session = session;
            this.topics = topics;
        }

        /** Sends the records and waits for their answers; true if another wave may follow. */
        boolean send() throws InterruptedException {
            for (GroupSends group : groups) {
                if (!over && group.isOpen()) {
                    handOver(group);
                }
            }
            if (open.get() > 1) {
                session.leaveNow();
            }
            KafkaClusterSettings settings = cluster.settings();
            Duration most = settings.deliveryTimeout().plus(settings.maxBlock()).plus(GRACE);
            countAnswer();
            if (!allAnswered.await(most.toNanos(), TimeUnit.NANOSECONDS)) {
                cluster.retire(session, new Retirement("it did not answer in time", true));
                groups.forEach(group -> group.abandon(errors.unknown("nothing within " + most)));
                return false;
            }
            Retirement retirement = session.retirement();
            boolean again = !over && !isLate() && (retirement == null || !retirement.outage());
            groups.forEach(group -> group.settle(again));
            if (topics.isPending()) {
                topics.await();
                groups.stream().filter(GroupSends::isOpen).forEach(this::refuseNotWritable);
            }
            return groups.stream().anyMatch(GroupSends::isOpen);
        }

        /** Fails the records of a topic that does not exist; another producer would not find it either. */
        private void refuseNotWritable(GroupSends group) {
            if (group.record(group.next()) instanceof PreparedRecord.Sendable draft
                    && topics.view(draft.topic()) instanceof RecordDestination.NotWritable(Outcome outcome)) {
                group.refuse(outcome);
            }
        }

        /** Hands over as many records of a group as may be in flight together. */
        private void handOver(GroupSends group) throws InterruptedException {
            RecordDestination before = null;
            while (!over && group.isOpen()) {
                int position = group.next();
                if (!(group.record(position) instanceof PreparedRecord.Sendable draft)) {
                    refuse(group, group.record(position));
                    return;
                }
                byte[] key = cluster.choosesPartitions() ? draft.key() : null;
                RecordDestination destination =
                        RecordDestination.of(topics.view(draft.topic()), draft.topic(), key, errors);
                if (destination instanceof RecordDestination.Pending
                        || (before != null && !mayFollow(before, destination))) {
                    return;
                }
                if (destination instanceof RecordDestination.NotWritable(Outcome outcome)) {
                    group.refuse(outcome);
                    return;
                }
                if (isLate()) {
                    over = true;
                    return;
                }
                if (!group.markSent()) {
                    return;
                }
                send(group, position, draft, destination);
                before = destination;
            }
        }

        /** Refuses a record only after all earlier records of its group have arrived. */
        private static void refuse(GroupSends group, PreparedRecord record) {
            if (!group.hasUnanswered() && record instanceof PreparedRecord.Refused(Outcome outcome)) {
                group.refuse(outcome);
            }
        }

        /** Whether the broker itself would refuse this record if the previous one did not arrive. */
        private boolean mayFollow(RecordDestination before, RecordDestination destination) {
            return destination instanceof RecordDestination.InPartition(TopicPartition partition)
                    && destination.equals(before)
                    && session.isPrimed(partition)
                    && cluster.unsafeTopics().find(partition.topic()).isEmpty();
        }

        private void send(GroupSends group, int position, PreparedRecord.Sendable draft, RecordDestination destination)
                throws InterruptedException {
            Integer partition =
                    destination instanceof RecordDestination.InPartition(TopicPartition at) ? at.partition() : null;
            var record = draft.record(partition);
            open.incrementAndGet();
            try {
                session.send(record, (metadata, failure) -> {
                    if (failure == null) {
                        succeeded(group, position, metadata);
                    } else {
                        failed(group, position, draft.topic(), failure);
                    }
                    countAnswer();
                });
            } catch (InterruptException interrupted) {
                throw KafkaErrors.interrupted(interrupted);
            } catch (KafkaException | IllegalStateException failure) {
                countAnswer();
                notAccepted(group, position, draft.topic(), failure);
            }
        }

        private void countAnswer() {
            if (open.decrementAndGet() == 0) {
                allAnswered.countDown();
            }
        }

        /** The producer was retired in the meantime, or accepts no records in its state. */
        private void notAccepted(GroupSends group, int position, String topic, RuntimeException failure) {
            if (session.isRetired()) {
                group.takeBack(position, null);
                return;
            }
            SendFailure meaning = errors.beforeHandOver(failure, topic);
            cluster.retire(session, new Retirement(meaning.outcome().reason(), false));
            group.takeBack(position, meaning);
        }

        private void succeeded(GroupSends group, int position, @Nullable RecordMetadata metadata) {
            if (metadata != null) {
                session.succeeded(new TopicPartition(metadata.topic(), metadata.partition()));
            }
            group.succeeded(position);
        }

        /** Runs on the producer's thread, or on the caller's if the producer did not accept the record. */
        private void failed(GroupSends group, int position, String topic, Exception failure) {
            boolean inline = Thread.currentThread().threadId() == caller;
            if (inline && failure instanceof TimeoutException) {
                // Each further record would block as long as this one.
                over = true;
            }
            SendFailure meaning = meaning(failure, topic, inline);
            Outcome outcome = meaning.outcome();
            if (outcome instanceof Outcome.Postponed postponed) {
                if (postponed.retryAfter().equals(KafkaCluster.MISSING)) {
                    cluster.missingTopics().remember(topic, postponed.reason());
                }
                session.forget(topic);
            }
            // A time-out of a producer that has completed no record since the wave started is an outage.
            boolean outage = failure instanceof TimeoutException && !session.hasSucceededSince(begun);
            boolean stopsOthers = group.failed(position, meaning);
            if (stopsOthers) {
                cluster.unsafeTopics().remember(topic, outcome.reason());
            }
            if (stopsOthers || meaning.broken() || (!inline && outage)) {
                cluster.retire(
                        session, new Retirement(outcome.reason(), outage || outcome instanceof Outcome.Unavailable));
            }
        }

        private SendFailure meaning(Exception failure, String topic, boolean inline) {
            Retirement retirement = session.retirement();
            if (retirement != null && failure.getClass() == KafkaException.class) {
                return new SendFailure(
                        errors.unknown(retirement.reason()), SendFailure.WriteCertainty.NOT_AT_FAULT, false);
            }
            return inline ? errors.beforeHandOver(failure, topic) : errors.afterHandOver(failure, topic);
        }
    }
}

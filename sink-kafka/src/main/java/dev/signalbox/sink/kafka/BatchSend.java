package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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
    static final int MAX_RESENDS = 2;

    /** Tolerance for the producer's own time limits. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final KafkaCluster cluster;
    private final KafkaErrors kafkaErrors;
    private final List<GroupSends> groups;
    private final long caller = Thread.currentThread().threadId();
    private final long deadline;
    private final AtomicReference<@Nullable ProducerSession> using = new AtomicReference<>();
    private volatile boolean over;

    /** @param notAfter the latest time to hand over records, by the cluster's clock */
    BatchSend(KafkaCluster cluster, KafkaErrors kafkaErrors, List<GroupSends> groupSends, long notAfter) {
        this.cluster = cluster;
        this.kafkaErrors = kafkaErrors;
        this.groups = groupSends;
        this.deadline = Math.min(notAfter, cluster.clock().nanos() + SendTimeLimit.LIMIT.toNanos());
    }

    /** Sends the records and returns the outcomes in the order of the batch. */
    List<Outcome> run() throws InterruptedException {
        try {
            int producers = 0;
            while (producers <= MAX_RESENDS && !over && !isLate() && throughOneProducer()) {
                producers++;
            }
        } catch (KafkaException unusable) {
            groups.stream().filter(GroupSends::isOpen).forEach(lane -> lane.refuse(kafkaErrors.unavailable(unusable)));
        }
        return outcomes();
    }

    /** Hands over no more records and drops those that the producer still buffers. */
    void abandon() {
        over = true;
        ProducerSession producerSession = using.get();
        if (producerSession != null) {
            cluster.retire(producerSession, new ProducerRetirement("this node has lost its work", false));
        }
    }

    private List<Outcome> outcomes() {
        Outcome[] all = new Outcome[groups.stream().mapToInt(GroupSends::size).sum()];
        groups.forEach(lane -> lane.report(all));
        return Arrays.asList(all);
    }

    /** Sends records through one producer; true if some are left for another producer. */
    private boolean throughOneProducer() throws InterruptedException {
        ProducerSession producerSession = cluster.acquire();
        if (producerSession == null) {
            groups.stream()
                    .filter(GroupSends::isOpen)
                    .forEach(lane -> lane.refuse(kafkaErrors.unavailable("the sink is closed")));
            return false;
        }
        using.set(producerSession);
        TopicLookups topicLookups = new TopicLookups(cluster, producerSession, kafkaErrors);
        try {
            while (!over && sendRound(producerSession, topicLookups)) {
                if (producerSession.isRetired()) {
                    return true;
                }
            }
            return false;
        } finally {
            topicLookups.cancel();
            using.set(null);
            producerSession.release();
        }
    }

    /** Sends one wave and waits for it; true if another one may follow. */
    private boolean sendRound(ProducerSession producerSession, TopicLookups topicLookups) throws InterruptedException {
        InFlightRecords inFlightRecords = new InFlightRecords(cluster.clock().nanos());
        for (GroupSends lane : groups) {
            if (!over && lane.isOpen()) {
                handOver(lane, inFlightRecords, producerSession, topicLookups);
            }
        }
        if (inFlightRecords.isUnderWay()) {
            producerSession.leaveNow();
        }
        Duration most = cluster.settings()
                .deliveryTimeout()
                .plus(cluster.settings().maxBlock())
                .plus(GRACE);
        if (!inFlightRecords.await(most)) {
            cluster.retire(producerSession, new ProducerRetirement("it did not answer in time", true));
            groups.forEach(lane -> lane.abandon(kafkaErrors.unknown("nothing within " + most)));
            return false;
        }
        ProducerRetirement producerRetirement = producerSession.retirement();
        boolean again = !over && !isLate() && (producerRetirement == null || !producerRetirement.outage());
        groups.forEach(lane -> lane.settle(again));
        if (topicLookups.isPending()) {
            topicLookups.await();
            groups.stream().filter(GroupSends::isOpen).forEach(lane -> refuseClosed(lane, topicLookups));
        }
        return groups.stream().anyMatch(GroupSends::isOpen);
    }

    /** Fails the records of a topic that does not exist; another producer would not find it either. */
    private static void refuseClosed(GroupSends lane, TopicLookups topicLookups) {
        if (lane.record(lane.next()) instanceof PreparedRecord.Sendable draft
                && topicLookups.view(draft.topic()) instanceof TopicAvailability.NotWritable(Outcome outcome)) {
            lane.refuse(outcome);
        }
    }

    private boolean isLate() {
        return cluster.clock().nanos() - deadline > 0;
    }

    /** Hands over as many records of a group as may be in flight together. */
    private void handOver(
            GroupSends lane,
            InFlightRecords inFlightRecords,
            ProducerSession producerSession,
            TopicLookups topicLookups)
            throws InterruptedException {
        RecordDestination before = null;
        while (!over && lane.isOpen()) {
            int position = lane.next();
            if (!(lane.record(position) instanceof PreparedRecord.Sendable draft)) {
                refuse(lane, lane.record(position));
                return;
            }
            RecordDestination recordDestination = RecordDestination.of(
                    topicLookups.view(draft.topic()), draft, cluster.choosesPartitions(), kafkaErrors);
            if (recordDestination instanceof RecordDestination.Pending
                    || (before != null && !mayFollow(before, recordDestination, producerSession))) {
                return;
            }
            if (recordDestination instanceof RecordDestination.NotWritable(Outcome outcome)) {
                lane.refuse(outcome);
                return;
            }
            if (isLate()) {
                over = true;
                return;
            }
            if (!lane.markSent()) {
                return;
            }
            send(lane, position, draft, recordDestination, inFlightRecords, producerSession);
            before = recordDestination;
        }
    }

    /** Refuses a record only after all earlier records of its group have arrived. */
    private static void refuse(GroupSends lane, PreparedRecord preparedRecord) {
        if (!lane.hasUnanswered() && preparedRecord instanceof PreparedRecord.Refused(Outcome outcome)) {
            lane.refuse(outcome);
        }
    }

    /** Whether the broker itself would refuse this record if the previous one did not arrive. */
    private boolean mayFollow(
            RecordDestination before, RecordDestination recordDestination, ProducerSession producerSession) {
        return recordDestination instanceof RecordDestination.InPartition(TopicPartition partition)
                && recordDestination.equals(before)
                && producerSession.isPrimed(partition)
                && cluster.unsafeTopics().find(partition.topic()).isEmpty();
    }

    private void send(
            GroupSends lane,
            int position,
            PreparedRecord.Sendable draft,
            RecordDestination recordDestination,
            InFlightRecords inFlightRecords,
            ProducerSession producerSession)
            throws InterruptedException {
        Integer partition =
                recordDestination instanceof RecordDestination.InPartition(TopicPartition at) ? at.partition() : null;
        var record = draft.record(partition);
        inFlightRecords.sent();
        try {
            producerSession.send(record, (metadata, failure) -> {
                answered(lane, position, draft.topic(), inFlightRecords, producerSession, metadata, failure);
                inFlightRecords.answered();
            });
        } catch (InterruptException interrupted) {
            // Kafka has set the interrupt flag again; the exception thrown here replaces it.
            boolean _ = Thread.interrupted();
            throw (InterruptedException) new InterruptedException("interrupted while sending").initCause(interrupted);
        } catch (KafkaException | IllegalStateException failure) {
            inFlightRecords.answered();
            notTaken(lane, position, draft.topic(), producerSession, failure);
        }
    }

    /** The producer was retired in the meantime, or accepts no records in its state. */
    private void notTaken(
            GroupSends lane, int position, String topic, ProducerSession producerSession, RuntimeException failure) {
        if (producerSession.isRetired()) {
            lane.takeBack(position, null);
            return;
        }
        SendFailure sendFailure = kafkaErrors.beforeHandOver(failure, topic);
        cluster.retire(
                producerSession, new ProducerRetirement(sendFailure.outcome().reason(), false));
        lane.takeBack(position, sendFailure);
    }

    /** Runs on the producer's thread, or on the caller's if the producer did not accept the record. */
    private void answered(
            GroupSends lane,
            int position,
            String topic,
            InFlightRecords inFlightRecords,
            ProducerSession producerSession,
            @Nullable RecordMetadata metadata,
            @Nullable Exception failure) {
        if (failure == null) {
            if (metadata != null) {
                producerSession.succeeded(new TopicPartition(metadata.topic(), metadata.partition()));
            }
            lane.succeeded(position);
            return;
        }
        boolean inline = Thread.currentThread().threadId() == caller;
        if (inline && failure instanceof TimeoutException) {
            // Each further record would block as long as this one.
            over = true;
        }
        SendFailure sendFailure = meaning(failure, topic, producerSession, inline);
        if (sendFailure.outcome() instanceof Outcome.Postponed postponed) {
            rememberUnavailableTopic(topic, postponed, producerSession);
        }
        if (lane.failed(position, sendFailure)) {
            cluster.unsafeTopics().remember(topic, sendFailure.outcome().reason());
            cluster.retire(producerSession, retirement(sendFailure, failure, inFlightRecords, producerSession));
        } else if (sendFailure.broken() || (!inline && isOutage(failure, inFlightRecords, producerSession))) {
            cluster.retire(producerSession, retirement(sendFailure, failure, inFlightRecords, producerSession));
        }
    }

    private SendFailure meaning(Exception failure, String topic, ProducerSession producerSession, boolean inline) {
        ProducerRetirement producerRetirement = producerSession.retirement();
        if (producerRetirement != null && failure.getClass() == KafkaException.class) {
            return new SendFailure(
                    kafkaErrors.unknown(producerRetirement.reason()), SendFailure.WriteCertainty.NOT_AT_FAULT, false);
        }
        return inline ? kafkaErrors.beforeHandOver(failure, topic) : kafkaErrors.afterHandOver(failure, topic);
    }

    private void rememberUnavailableTopic(String topic, Outcome.Postponed postponed, ProducerSession producerSession) {
        if (postponed.retryAfter().equals(KafkaCluster.MISSING)) {
            cluster.missingTopics().remember(topic, postponed.reason());
        }
        producerSession.forget(topic);
    }

    /** Whether a time-out comes from a producer that has completed no record since the wave started. */
    private static boolean isOutage(
            Exception failure, InFlightRecords inFlightRecords, ProducerSession producerSession) {
        return failure instanceof TimeoutException && !producerSession.hasSucceededSince(inFlightRecords.begun());
    }

    private static ProducerRetirement retirement(
            SendFailure sendFailure,
            Exception failure,
            InFlightRecords inFlightRecords,
            ProducerSession producerSession) {
        boolean outage = isOutage(failure, inFlightRecords, producerSession)
                || sendFailure.outcome() instanceof Outcome.Unavailable;
        return new ProducerRetirement(sendFailure.outcome().reason(), outage);
    }
}

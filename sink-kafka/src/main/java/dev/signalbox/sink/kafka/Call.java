package dev.signalbox.sink.kafka;

import dev.signalbox.core.delivery.Outcome;
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
 * One call of a sink. Records go in waves: a wave has, of each lane, as many records as may be on their way at once, and is
 * waited for before the next one.
 *
 * <p>Usually that is all of them, and one wave is all there is. Only one record of a lane is on its way while a later one
 * could arrive without it; {@code docs/sinks/kafka.md} says when that is, and why.
 */
final class Call {
    static final int MAX_RESENDS = 2;

    /** What the producer's own time limits may be late by. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final KafkaCluster cluster;
    private final Failures failures;
    private final List<Lane> lanes;
    private final long caller = Thread.currentThread().threadId();
    private final long deadline;
    private final AtomicReference<@Nullable Connection> using = new AtomicReference<>();
    private volatile boolean over;

    /** @param notAfter when handing records over ends at the latest, by the cluster's clock */
    Call(KafkaCluster cluster, Failures failures, List<Lane> lanes, long notAfter) {
        this.cluster = cluster;
        this.failures = failures;
        this.lanes = lanes;
        this.deadline = Math.min(notAfter, cluster.clock().nanos() + HandOver.LIMIT.toNanos());
    }

    /** Sends the records; answers in the order of the batch. */
    List<Outcome> run() throws InterruptedException {
        try {
            int producers = 0;
            while (producers <= MAX_RESENDS && !over && !isLate() && throughOneProducer()) {
                producers++;
            }
        } catch (KafkaException unusable) {
            lanes.stream().filter(Lane::isOpen).forEach(lane -> lane.refuse(failures.unavailable(unusable)));
        }
        return outcomes();
    }

    /** Hands nothing more over, and keeps what the producer holds from leaving. */
    void abandon() {
        over = true;
        Connection connection = using.get();
        if (connection != null) {
            cluster.retire(connection, new Retirement("this node has lost its work", false));
        }
    }

    private List<Outcome> outcomes() {
        Outcome[] all = new Outcome[lanes.stream().mapToInt(Lane::size).sum()];
        lanes.forEach(lane -> lane.report(all));
        return Arrays.asList(all);
    }

    /** Sends what one producer can send; true if something is left for another one. */
    private boolean throughOneProducer() throws InterruptedException {
        Connection connection = cluster.acquire();
        if (connection == null) {
            lanes.stream()
                    .filter(Lane::isOpen)
                    .forEach(lane -> lane.refuse(failures.unavailable("the sink is closed")));
            return false;
        }
        using.set(connection);
        Lookups lookups = new Lookups(cluster, connection, failures);
        try {
            while (!over && wave(connection, lookups)) {
                if (connection.isRetired()) {
                    return true;
                }
            }
            return false;
        } finally {
            lookups.cancel();
            using.set(null);
            connection.release();
        }
    }

    /** Sends one wave and waits for it; true if there may be another one. */
    private boolean wave(Connection connection, Lookups lookups) throws InterruptedException {
        Wave wave = new Wave(cluster.clock().nanos());
        for (Lane lane : lanes) {
            if (!over && lane.isOpen()) {
                handOver(lane, wave, connection, lookups);
            }
        }
        if (wave.isUnderWay()) {
            connection.leaveNow();
        }
        Duration most = cluster.settings()
                .deliveryTimeout()
                .plus(cluster.settings().maxBlock())
                .plus(GRACE);
        if (!wave.await(most)) {
            cluster.retire(connection, new Retirement("it did not answer in time", true));
            lanes.forEach(lane -> lane.abandon(failures.unknown("nothing within " + most)));
            return false;
        }
        Retirement retirement = connection.retirement();
        boolean again = !over && !isLate() && (retirement == null || !retirement.outage());
        lanes.forEach(lane -> lane.settle(again));
        if (lookups.isPending()) {
            lookups.await();
            lanes.stream().filter(Lane::isOpen).forEach(lane -> refuseClosed(lane, lookups));
        }
        return lanes.stream().anyMatch(Lane::isOpen);
    }

    /** Answers for what waits for a topic that is not there: another producer would not find it either. */
    private static void refuseClosed(Lane lane, Lookups lookups) {
        if (lane.draft(lane.next()) instanceof Draft.Sendable draft
                && lookups.view(draft.topic()) instanceof TopicView.Closed(Outcome outcome)) {
            lane.refuse(outcome);
        }
    }

    private boolean isLate() {
        return cluster.clock().nanos() - deadline > 0;
    }

    /** Hands over as many of a lane's records as may be on their way together. */
    private void handOver(Lane lane, Wave wave, Connection connection, Lookups lookups) throws InterruptedException {
        Place before = null;
        while (!over && lane.isOpen()) {
            int position = lane.next();
            if (!(lane.draft(position) instanceof Draft.Sendable draft)) {
                refuse(lane, lane.draft(position));
                return;
            }
            Place place = Place.of(lookups.view(draft.topic()), draft, cluster.choosesPartitions(), failures);
            if (place instanceof Place.Pending || (before != null && !mayFollow(before, place, connection))) {
                return;
            }
            if (place instanceof Place.Closed(Outcome outcome)) {
                lane.refuse(outcome);
                return;
            }
            if (isLate()) {
                over = true;
                return;
            }
            if (!lane.hand()) {
                return;
            }
            send(lane, position, draft, place, wave, connection);
            before = place;
        }
    }

    /** What is before it on this lane must have arrived first: only then it is clear that its turn has come. */
    private static void refuse(Lane lane, Draft draft) {
        if (!lane.hasUnanswered() && draft instanceof Draft.Refused(Outcome outcome)) {
            lane.refuse(outcome);
        }
    }

    /** Whether the broker itself would refuse this record if the one before it did not arrive. */
    private boolean mayFollow(Place before, Place place, Connection connection) {
        return place instanceof Place.At(TopicPartition partition)
                && place.equals(before)
                && connection.isPrimed(partition)
                && cluster.wary().of(partition.topic()).isEmpty();
    }

    private void send(Lane lane, int position, Draft.Sendable draft, Place place, Wave wave, Connection connection)
            throws InterruptedException {
        Integer partition = place instanceof Place.At(TopicPartition at) ? at.partition() : null;
        var record = draft.record(partition);
        wave.handed();
        try {
            connection.send(record, (metadata, failure) -> {
                answered(lane, position, draft.topic(), wave, connection, metadata, failure);
                wave.answered();
            });
        } catch (InterruptException interrupted) {
            // Kafka has set the flag again; the exception that we throw stands for it.
            boolean _ = Thread.interrupted();
            throw (InterruptedException) new InterruptedException("interrupted while sending").initCause(interrupted);
        } catch (KafkaException | IllegalStateException failure) {
            wave.answered();
            notTaken(lane, position, draft.topic(), connection, failure);
        }
    }

    /** The producer was given up meanwhile, or is in a state in which it takes nothing. */
    private void notTaken(Lane lane, int position, String topic, Connection connection, RuntimeException failure) {
        if (connection.isRetired()) {
            lane.takeBack(position, null);
            return;
        }
        Meaning meaning = failures.beforeHandOver(failure, topic);
        cluster.retire(connection, new Retirement(meaning.outcome().reason(), false));
        lane.takeBack(position, meaning);
    }

    /** Runs on the producer's thread, or on the caller's if the producer did not take the record. */
    private void answered(
            Lane lane,
            int position,
            String topic,
            Wave wave,
            Connection connection,
            @Nullable RecordMetadata metadata,
            @Nullable Exception failure) {
        if (failure == null) {
            if (metadata != null) {
                connection.succeeded(new TopicPartition(metadata.topic(), metadata.partition()));
            }
            lane.succeeded(position);
            return;
        }
        boolean inline = Thread.currentThread().threadId() == caller;
        if (inline && failure instanceof TimeoutException) {
            // Each further record would wait as long as this one did.
            over = true;
        }
        Meaning meaning = meaning(failure, topic, connection, inline);
        if (meaning.outcome() instanceof Outcome.Postponed postponed) {
            noteClosedTopic(topic, postponed, connection);
        }
        if (lane.failed(position, meaning)) {
            cluster.wary().remember(topic, meaning.outcome().reason());
            cluster.retire(connection, retirement(meaning, failure, wave, connection));
        } else if (meaning.broken() || (!inline && isOutage(failure, wave, connection))) {
            cluster.retire(connection, retirement(meaning, failure, wave, connection));
        }
    }

    private Meaning meaning(Exception failure, String topic, Connection connection, boolean inline) {
        Retirement retirement = connection.retirement();
        if (retirement != null && failure.getClass() == KafkaException.class) {
            return new Meaning(failures.unknown(retirement.reason()), Meaning.Certainty.BYSTANDER, false);
        }
        return inline ? failures.beforeHandOver(failure, topic) : failures.afterHandOver(failure, topic);
    }

    private void noteClosedTopic(String topic, Outcome.Postponed postponed, Connection connection) {
        if (postponed.retryAfter().equals(KafkaCluster.MISSING)) {
            cluster.missing().remember(topic, postponed.reason());
        }
        connection.forget(topic);
    }

    /** Whether a time-out is one of a producer that has served nobody since the record was handed over. */
    private static boolean isOutage(Exception failure, Wave wave, Connection connection) {
        return failure instanceof TimeoutException && !connection.hasSucceededSince(wave.begun());
    }

    private static Retirement retirement(Meaning meaning, Exception failure, Wave wave, Connection connection) {
        boolean outage = isOutage(failure, wave, connection) || meaning.outcome() instanceof Outcome.Unavailable;
        return new Retirement(meaning.outcome().reason(), outage);
    }
}

package dev.signalbox.sink.kafka;

import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination.TransactionResult;
import dev.signalbox.core.log.exactlyonce.TransactionBatch;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.sink.kafka.KafkaCluster.TopicFailureCache;
import dev.signalbox.sink.kafka.KafkaErrors.SendFailure;
import dev.signalbox.sink.kafka.RecordPreparer.PreparedRecord;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Runs the transactions of one producer, one after the other. */
final class ProducerTransaction {
    /** If the cluster refuses more messages of a batch than this, one call cannot deliver the batch. */
    private static final int MAX_ATTEMPTS = 5;
    /** How often to wait for the answer to a commit, {@code max.block.ms} each time. */
    private static final int COMMITS = 3;

    private enum AttemptResult {
        COMMITTED,
        /** A message was refused; the rest is tried again without it. */
        ABORTED,
        OUTAGE,
        UNKNOWN
    }

    private final Producer<byte[], byte[]> producer;
    private final RecordPreparer preparer;
    private final KafkaErrors errors;
    private final TopicFailureCache missing;
    private final Set<String> knownTopics = new HashSet<>();
    private Outcome reason = Outcome.NOT_ATTEMPTED;

    ProducerTransaction(
            Producer<byte[], byte[]> producer, RecordPreparer preparer, KafkaErrors errors, TopicFailureCache missing) {
        this.producer = producer;
        this.preparer = preparer;
        this.errors = errors;
        this.missing = missing;
    }

    TransactionResult send(List<Message> batch, Function<List<Message>, ProducerRecord<byte[], byte[]>> checkpoint) {
        TransactionBatch work = new TransactionBatch(batch);
        PreparedRecord[] ready = new PreparedRecord[batch.size()];
        for (int i = 0; i < ready.length; i++) {
            ready[i] = preparer.of(batch.get(i));
        }
        if (!lookUp(work, ready)) {
            return new TransactionResult.Known(work.outcomes(reason));
        }
        for (int attempt = 0; attempt < MAX_ATTEMPTS && !work.included().isEmpty(); attempt++) {
            AttemptResult result = attempt(work, ready, checkpoint);
            if (result != AttemptResult.ABORTED) {
                return result == AttemptResult.UNKNOWN
                        ? new TransactionResult.Unknown(reason)
                        : new TransactionResult.Known(
                                work.outcomes(result == AttemptResult.COMMITTED ? Outcome.DELIVERED : reason));
            }
        }
        return new TransactionResult.Known(work.outcomes(Outcome.NOT_ATTEMPTED));
    }

    /** Refuses messages without a topic before they abort a transaction; false if the cluster does not answer. */
    private boolean lookUp(TransactionBatch work, PreparedRecord[] ready) {
        for (int i = 0; i < ready.length; i++) {
            switch (ready[i]) {
                case PreparedRecord.Refused(Outcome outcome) -> work.refuse(i, outcome);
                case PreparedRecord.Sendable draft -> {
                    Outcome outcome = lookUp(draft.topic());
                    if (outcome instanceof Outcome.Unavailable) {
                        reason = outcome;
                        return false;
                    }
                    if (outcome != null) {
                        work.refuse(i, outcome);
                    }
                }
            }
        }
        return true;
    }

    private @Nullable Outcome lookUp(String topic) {
        Optional<Outcome> known = missing.find(topic);
        if (known.isPresent()) {
            return known.get();
        }
        try {
            if (!knownTopics.contains(topic) && !producer.partitionsFor(topic).isEmpty()) {
                knownTopics.add(topic);
            }
            return null;
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            return remembered(topic, errors.beforeHandOver(e, topic).outcome());
        }
    }

    private Outcome remembered(String topic, Outcome outcome) {
        knownTopics.remove(topic);
        if (outcome instanceof Outcome.Postponed postponed
                && postponed.retryAfter().equals(KafkaCluster.MISSING)) {
            missing.remember(topic, postponed.reason());
        }
        return outcome;
    }

    private AttemptResult attempt(
            TransactionBatch work,
            PreparedRecord[] ready,
            Function<List<Message>, ProducerRecord<byte[], byte[]>> checkpoint) {
        List<Integer> included = work.included();
        List<Message> messages = included.stream().map(work::message).toList();
        // One slot for each record, and the last one for the checkpoint.
        AtomicReferenceArray<@Nullable Exception> answers = new AtomicReferenceArray<>(included.size() + 1);
        try {
            producer.beginTransaction();
            for (int i = 0; i < included.size() && hand(record(ready[included.get(i)]), answers, i); i++) {
                // One after the other until one fails; then the transaction is aborted.
            }
            boolean _ = failure(answers) != null || hand(checkpoint.apply(messages), answers, included.size());
            producer.flush();
        } catch (KafkaException | IllegalStateException e) {
            return unknown(e);
        }
        return failure(answers) == null ? commit() : abort(work, ready, included, answers);
    }

    private static ProducerRecord<byte[], byte[]> record(PreparedRecord preparedRecord) {
        if (preparedRecord instanceof PreparedRecord.Sendable sendable) {
            return sendable.record(null);
        }
        throw new IllegalStateException("what is refused does not go");
    }

    /** False if the record has failed already. */
    private boolean hand(
            ProducerRecord<byte[], byte[]> record, AtomicReferenceArray<@Nullable Exception> answers, int slot) {
        try {
            var _ = producer.send(record, (_, failure) -> {
                if (failure != null) {
                    answers.compareAndSet(slot, null, failure);
                }
            });
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException | IllegalStateException e) {
            answers.compareAndSet(slot, null, e);
        }
        return answers.get(slot) == null;
    }

    private static @Nullable Exception failure(AtomicReferenceArray<@Nullable Exception> answers) {
        for (int i = 0; i < answers.length(); i++) {
            if (answers.get(i) != null) {
                return answers.get(i);
            }
        }
        return null;
    }

    /** Repeats a commit that is not answered in time; Kafka allows that. */
    private AttemptResult commit() {
        TimeoutException last = null;
        for (int i = 0; i < COMMITS; i++) {
            try {
                producer.commitTransaction();
                return AttemptResult.COMMITTED;
            } catch (TimeoutException e) {
                last = e;
            } catch (KafkaException | IllegalStateException e) {
                return unknown(e);
            }
        }
        return unknown(last == null ? new IllegalStateException("no commit was tried") : last);
    }

    private AttemptResult unknown(Exception failure) {
        if (failure instanceof InterruptException interrupted) {
            throw interrupted;
        }
        reason = errors.unavailable(failure);
        return AttemptResult.UNKNOWN;
    }

    /** Aborts the transaction and excludes the refused messages from the next attempt. */
    private AttemptResult abort(
            TransactionBatch work,
            PreparedRecord[] ready,
            List<Integer> included,
            AtomicReferenceArray<@Nullable Exception> answers) {
        try {
            producer.abortTransaction();
        } catch (KafkaException | IllegalStateException e) {
            return unknown(e);
        }
        boolean guilty = false;
        for (int i = 0; i < included.size(); i++) {
            Exception failure = answers.get(i);
            if (failure != null && ready[included.get(i)] instanceof PreparedRecord.Sendable draft) {
                SendFailure meaning = errors.afterHandOver(failure, draft.topic());
                if (blames(meaning)) {
                    work.refuse(included.get(i), remembered(draft.topic(), meaning.outcome()));
                    guilty = true;
                } else if (meaning.broken()) {
                    return unknown(failure);
                }
            }
        }
        if (!guilty) {
            Exception failure = failure(answers);
            reason = errors.unavailable(failure == null ? new IllegalStateException("no reason") : failure);
        }
        return guilty ? AttemptResult.ABORTED : AttemptResult.OUTAGE;
    }

    /** Whether the failure concerns the message or its topic. After the abort, no write is in doubt. */
    private static boolean blames(SendFailure meaning) {
        return meaning.certainty() != SendFailure.WriteCertainty.NOT_AT_FAULT
                && !meaning.broken()
                && !(meaning.outcome() instanceof Outcome.Unknown)
                && !(meaning.outcome() instanceof Outcome.Unavailable);
    }

    void close() {
        producer.close(Duration.ZERO);
    }
}

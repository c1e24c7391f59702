package dev.signalbox.sink.kafka;

import dev.signalbox.core.log.exactlyonce.TransactionBatch;
import dev.signalbox.core.log.exactlyonce.TransactionalDestination.TransactionResult;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
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

    /** The result of one attempt. */
    private enum AttemptResult {
        COMMITTED,
        /** A message was refused; the rest is tried again without it. */
        ABORTED,
        OUTAGE,
        UNKNOWN
    }

    private final Producer<byte[], byte[]> producer;
    private final RecordPreparer preparer;
    private final KafkaErrors kafkaErrors;
    private final TopicFailureCache missing;
    private final Set<String> knownTopics = new HashSet<>();
    /** Why the last attempt failed as a whole. */
    private Outcome reason = Outcome.NOT_ATTEMPTED;

    ProducerTransaction(
            Producer<byte[], byte[]> producer,
            RecordPreparer recordPreparer,
            KafkaErrors kafkaErrors,
            TopicFailureCache missing) {
        this.producer = producer;
        this.preparer = recordPreparer;
        this.kafkaErrors = kafkaErrors;
        this.missing = missing;
    }

    TransactionResult send(List<Message> batch, Function<List<Message>, ProducerRecord<byte[], byte[]>> note) {
        TransactionBatch transactionBatch = new TransactionBatch(batch);
        PreparedRecord[] ready = new PreparedRecord[batch.size()];
        for (int i = 0; i < ready.length; i++) {
            ready[i] = preparer.of(batch.get(i));
        }
        if (!lookUp(transactionBatch, ready)) {
            return new TransactionResult.Known(transactionBatch.outcomes(reason));
        }
        for (int attempt = 0;
                attempt < MAX_ATTEMPTS && !transactionBatch.included().isEmpty();
                attempt++) {
            switch (attempt(transactionBatch, ready, note)) {
                case COMMITTED -> {
                    return new TransactionResult.Known(transactionBatch.outcomes(Outcome.DELIVERED));
                }
                case OUTAGE -> {
                    return new TransactionResult.Known(transactionBatch.outcomes(reason));
                }
                case UNKNOWN -> {
                    return new TransactionResult.Unknown(reason);
                }
                case ABORTED -> {}
            }
        }
        return new TransactionResult.Known(transactionBatch.outcomes(Outcome.NOT_ATTEMPTED));
    }

    /** Refuses messages without a topic before they abort a transaction; false if the cluster does not answer. */
    private boolean lookUp(TransactionBatch transactionBatch, PreparedRecord[] ready) {
        for (int i = 0; i < ready.length; i++) {
            switch (ready[i]) {
                case PreparedRecord.Refused(Outcome outcome) -> transactionBatch.refuse(i, outcome);
                case PreparedRecord.Sendable draft -> {
                    Outcome outcome = lookUp(draft.topic());
                    if (outcome instanceof Outcome.Unavailable) {
                        reason = outcome;
                        return false;
                    }
                    if (outcome != null) {
                        transactionBatch.refuse(i, outcome);
                    }
                }
            }
        }
        return true;
    }

    private @Nullable Outcome lookUp(String topic) {
        var knownFailure = missing.find(topic);
        if (knownFailure.isPresent()) {
            return new Outcome.Postponed(
                    knownFailure.get().reason(), knownFailure.get().left());
        }
        try {
            if (!knownTopics.contains(topic) && !producer.partitionsFor(topic).isEmpty()) {
                knownTopics.add(topic);
            }
            return null;
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            return remembered(topic, kafkaErrors.beforeHandOver(e, topic).outcome());
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
            TransactionBatch transactionBatch,
            PreparedRecord[] ready,
            Function<List<Message>, ProducerRecord<byte[], byte[]>> note) {
        List<Integer> going = transactionBatch.included();
        List<Message> messages = going.stream().map(transactionBatch::message).toList();
        // One slot for each record, and the last one for the checkpoint.
        AtomicReferenceArray<@Nullable Exception> answers = new AtomicReferenceArray<>(going.size() + 1);
        try {
            producer.beginTransaction();
            for (int i = 0; i < going.size() && hand(record(ready[going.get(i)]), answers, i); i++) {
                // One after the other until one fails; then the transaction is aborted.
            }
            boolean _ = failure(answers) != null || hand(note.apply(messages), answers, going.size());
            producer.flush();
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException | IllegalStateException e) {
            return unknown(e);
        }
        return failure(answers) == null ? commit() : abort(transactionBatch, ready, going, answers);
    }

    private static ProducerRecord<byte[], byte[]> record(PreparedRecord preparedRecord) {
        if (preparedRecord instanceof PreparedRecord.Sendable sendable) {
            return sendable.record(null);
        }
        throw new IllegalStateException("what is refused does not go");
    }

    /** False if the record has failed already. */
    private boolean hand(
            ProducerRecord<byte[], byte[]> record, AtomicReferenceArray<@Nullable Exception> answers, int place) {
        try {
            var _ = producer.send(record, (_, failure) -> {
                if (failure != null) {
                    answers.compareAndSet(place, null, failure);
                }
            });
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException | IllegalStateException e) {
            answers.compareAndSet(place, null, e);
        }
        return answers.get(place) == null;
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
            } catch (InterruptException e) {
                throw e;
            } catch (TimeoutException e) {
                last = e;
            } catch (KafkaException | IllegalStateException e) {
                return unknown(e);
            }
        }
        return unknown(last == null ? new IllegalStateException("nobody asked") : last);
    }

    private AttemptResult unknown(Exception failure) {
        reason = kafkaErrors.unavailable(failure);
        return AttemptResult.UNKNOWN;
    }

    /** Aborts the transaction and excludes the refused messages from the next attempt. */
    private AttemptResult abort(
            TransactionBatch transactionBatch,
            PreparedRecord[] ready,
            List<Integer> going,
            AtomicReferenceArray<@Nullable Exception> answers) {
        try {
            producer.abortTransaction();
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException | IllegalStateException e) {
            return unknown(e);
        }
        boolean guilty = false;
        for (int i = 0; i < going.size(); i++) {
            Exception failure = answers.get(i);
            if (failure != null && ready[going.get(i)] instanceof PreparedRecord.Sendable draft) {
                SendFailure sendFailure = kafkaErrors.afterHandOver(failure, draft.topic());
                if (blames(sendFailure)) {
                    transactionBatch.refuse(going.get(i), remembered(draft.topic(), sendFailure.outcome()));
                    guilty = true;
                } else if (sendFailure.broken()) {
                    return unknown(failure);
                }
            }
        }
        if (!guilty) {
            Exception failure = failure(answers);
            reason = kafkaErrors.unavailable(failure == null ? new IllegalStateException("no reason") : failure);
        }
        return guilty ? AttemptResult.ABORTED : AttemptResult.OUTAGE;
    }

    /** Whether the failure concerns the message or its topic. After the abort, no write is in doubt. */
    private static boolean blames(SendFailure sendFailure) {
        return sendFailure.certainty() != SendFailure.WriteCertainty.NOT_AT_FAULT
                && !sendFailure.broken()
                && !(sendFailure.outcome() instanceof Outcome.Unknown)
                && !(sendFailure.outcome() instanceof Outcome.Unavailable);
    }

    void close() {
        producer.close(Duration.ZERO);
    }
}

package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import java.time.Duration;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.ThrottlingQuotaExceededException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedCompressionTypeException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Maps Kafka's errors to outcomes. */
final class KafkaErrors {
    /** When to look again for a partition's leader or replicas. */
    static final Duration SOON = Duration.ofSeconds(2);

    /** A failed send: the outcome of the message, and whether the producer has become unusable. */
    record SendFailure(Outcome outcome, WriteCertainty certainty, boolean broken) {
        /** Whether the cluster may have written the record. */
        enum WriteCertainty {
            /** Not written; the message, or a resource it needs, is the cause. */
            NOT_WRITTEN,
            /** Not written; the message is not the cause and may be sent again. */
            NOT_AT_FAULT,
            IN_DOUBT
        }
    }

    private final String cluster;
    private final ClientSecrets secrets;

    KafkaErrors(KafkaClusterSettings settings) {
        this.cluster = settings.name();
        this.secrets = new ClientSecrets(settings.client());
    }

    /** Maps the failure of a record that the producer accepted. */
    SendFailure afterHandOver(Throwable failure, String topic) {
        return switch (failure) {
            case OutOfOrderSequenceException _,
                    InvalidProducerEpochException _,
                    InvalidPidMappingException _,
                    ProducerFencedException _ ->
                new SendFailure(unknown(describe(failure)), SendFailure.WriteCertainty.IN_DOUBT, true);
            case NotEnoughReplicasException _ -> inDoubt(new Outcome.Postponed(topic(topic, failure), SOON));
            case UnknownTopicOrPartitionException _, UnknownTopicIdException _ -> notWritten(missing(topic, failure));
            case RetriableException _ -> inDoubt(unknown(describe(failure)));
            default -> refused(failure, topic);
        };
    }

    /** Maps the failure of a record that the producer did not accept, or of a topic lookup. */
    SendFailure beforeHandOver(Throwable failure, String topic) {
        if (failure.getCause() instanceof UnknownTopicOrPartitionException cause) {
            return notWritten(missing(topic, cause));
        }
        Throwable known =
                failure.getClass() == KafkaException.class && failure.getCause() != null ? failure.getCause() : failure;
        return switch (known) {
            case UnknownTopicOrPartitionException e -> notWritten(missing(topic, e));
            case RetriableException e -> notWritten(unavailable(e));
            default -> refused(known, topic);
        };
    }

    private SendFailure refused(Throwable failure, String topic) {
        return switch (failure) {
            case RecordTooLargeException _, RecordBatchTooLargeException _ ->
                notWritten(new Outcome.TooLarge(topic(topic, failure)));
            case InvalidTopicException _,
                    InvalidRecordException _,
                    InvalidTimestampException _,
                    SerializationException _,
                    PolicyViolationException _ -> notWritten(new Outcome.Rejected(topic(topic, failure)));
            case TopicAuthorizationException _ -> notWritten(missing(topic, failure));
            case AuthenticationException _, AuthorizationException _, UnsupportedVersionException _ ->
                new SendFailure(unavailable(failure), SendFailure.WriteCertainty.NOT_WRITTEN, true);
            case UnsupportedCompressionTypeException _ -> notWritten(unavailable(failure));
            case ThrottlingQuotaExceededException _ -> notWritten(new Outcome.Throttled(whole(failure), null));
            case KafkaException e
            when e.getClass() == KafkaException.class ->
                new SendFailure(new Outcome.Failed(topic(topic, e)), SendFailure.WriteCertainty.NOT_AT_FAULT, false);
            default -> inDoubt(new Outcome.Failed(topic(topic, failure)));
        };
    }

    private static SendFailure notWritten(Outcome outcome) {
        return new SendFailure(outcome, SendFailure.WriteCertainty.NOT_WRITTEN, false);
    }

    private static SendFailure inDoubt(Outcome outcome) {
        return new SendFailure(outcome, SendFailure.WriteCertainty.IN_DOUBT, false);
    }

    /** Kafka has set the interrupt flag again; the exception replaces it. */
    static InterruptedException interrupted(InterruptException cause) {
        boolean _ = Thread.interrupted();
        return (InterruptedException) new InterruptedException("interrupted while sending").initCause(cause);
    }

    /** The cluster is unavailable; the failure says nothing about a single message. */
    Outcome unavailable(Throwable failure) {
        return new Outcome.Unavailable(whole(failure));
    }

    Outcome unavailable(String reason) {
        return new Outcome.Unavailable(word(": " + reason));
    }

    Outcome unknown(String reason) {
        return new Outcome.Unknown(word(": handed over, but no answer came: " + reason));
    }

    Outcome leaderless(String topic, int partition) {
        return new Outcome.Postponed(word(": partition " + partition + " of topic " + topic + " has no leader"), SOON);
    }

    private Outcome missing(String topic, Throwable failure) {
        return new Outcome.Postponed(topic(topic, failure), KafkaCluster.MISSING);
    }

    private String whole(Throwable failure) {
        return word(": " + describe(failure));
    }

    private String topic(String topic, Throwable failure) {
        return word(", topic " + topic + ": " + describe(failure));
    }

    String word(String text) {
        return secrets.word("Kafka cluster " + cluster + text);
    }

    private static String describe(Throwable failure) {
        String what = failure.getClass().getSimpleName().replaceFirst("Exception$", "");
        String message = failure.getMessage();
        Throwable cause = failure.getCause();
        return what
                + (message == null ? "" : ": " + message)
                + (cause == null || cause.getMessage() == null ? "" : " (" + cause.getMessage() + ")");
    }
}

package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import java.time.Duration;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
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

    private final String cluster;
    private final ClientSecrets clientSecrets;

    KafkaErrors(String cluster, ClientSecrets clientSecrets) {
        this.cluster = cluster;
        this.clientSecrets = clientSecrets;
    }

    /** Maps the failure of a record that the producer accepted. */
    SendFailure afterHandOver(Throwable failure, String topic) {
        return switch (failure) {
            case OutOfOrderSequenceException e -> SendFailure.broken(unknown(e));
            case InvalidProducerEpochException e -> SendFailure.broken(unknown(e));
            case InvalidPidMappingException e -> SendFailure.broken(unknown(e));
            case ProducerFencedException e -> SendFailure.broken(unknown(e));
            case NotEnoughReplicasException e -> SendFailure.inDoubt(new Outcome.Postponed(topic(topic, e), SOON));
            case UnknownTopicOrPartitionException e -> SendFailure.notWritten(missing(topic, e));
            case UnknownTopicIdException e -> SendFailure.notWritten(missing(topic, e));
            case RetriableException e -> SendFailure.inDoubt(unknown(e));
            default -> refused(failure, topic);
        };
    }

    /** Maps the failure of a record that the producer did not accept, or of a topic lookup. */
    SendFailure beforeHandOver(Throwable failure, String topic) {
        if (failure.getCause() instanceof UnknownTopicOrPartitionException cause) {
            return SendFailure.notWritten(missing(topic, cause));
        }
        Throwable known =
                failure.getClass() == KafkaException.class && failure.getCause() != null ? failure.getCause() : failure;
        return switch (known) {
            case UnknownTopicOrPartitionException e -> SendFailure.notWritten(missing(topic, e));
            case RetriableException e -> SendFailure.notWritten(unavailable(e));
            default -> refused(known, topic);
        };
    }

    private SendFailure refused(Throwable failure, String topic) {
        return switch (failure) {
            case RecordTooLargeException e -> SendFailure.notWritten(new Outcome.TooLarge(topic(topic, e)));
            case RecordBatchTooLargeException e -> SendFailure.notWritten(new Outcome.TooLarge(topic(topic, e)));
            case InvalidTopicException e -> SendFailure.notWritten(new Outcome.Rejected(topic(topic, e)));
            case InvalidRecordException e -> SendFailure.notWritten(new Outcome.Rejected(topic(topic, e)));
            case InvalidTimestampException e -> SendFailure.notWritten(new Outcome.Rejected(topic(topic, e)));
            case SerializationException e -> SendFailure.notWritten(new Outcome.Rejected(topic(topic, e)));
            case PolicyViolationException e -> SendFailure.notWritten(new Outcome.Rejected(topic(topic, e)));
            case TopicAuthorizationException e -> SendFailure.notWritten(missing(topic, e));
            case AuthenticationException e ->
                new SendFailure(unavailable(e), SendFailure.WriteCertainty.NOT_WRITTEN, true);
            case AuthorizationException e ->
                new SendFailure(unavailable(e), SendFailure.WriteCertainty.NOT_WRITTEN, true);
            case UnsupportedVersionException e ->
                new SendFailure(unavailable(e), SendFailure.WriteCertainty.NOT_WRITTEN, true);
            case UnsupportedCompressionTypeException e -> SendFailure.notWritten(unavailable(e));
            case ThrottlingQuotaExceededException e -> SendFailure.notWritten(new Outcome.Throttled(whole(e), null));
            case KafkaException e
            when e.getClass() == KafkaException.class ->
                new SendFailure(new Outcome.Failed(topic(topic, e)), SendFailure.WriteCertainty.NOT_AT_FAULT, false);
            default -> SendFailure.inDoubt(new Outcome.Failed(topic(topic, failure)));
        };
    }

    /** The cluster is unavailable; the failure says nothing about a single message. */
    Outcome unavailable(Throwable failure) {
        return new Outcome.Unavailable(whole(failure));
    }

    Outcome unavailable(String reason) {
        return new Outcome.Unavailable(clientSecrets.word("Kafka cluster " + cluster + ": " + reason));
    }

    Outcome unknown(String reason) {
        return new Outcome.Unknown(
                clientSecrets.word("Kafka cluster " + cluster + ": handed over, but no answer came: " + reason));
    }

    private Outcome unknown(Throwable failure) {
        return unknown(describe(failure));
    }

    Outcome leaderless(String topic, int partition) {
        return new Outcome.Postponed(
                clientSecrets.word("Kafka cluster " + cluster + ": partition " + partition + " of topic " + topic
                        + " has no leader"),
                SOON);
    }

    private Outcome missing(String topic, Throwable failure) {
        return new Outcome.Postponed(topic(topic, failure), KafkaCluster.MISSING);
    }

    private String whole(Throwable failure) {
        return clientSecrets.word("Kafka cluster " + cluster + ": " + describe(failure));
    }

    private String topic(String topic, Throwable failure) {
        return clientSecrets.word("Kafka cluster " + cluster + ", topic " + topic + ": " + describe(failure));
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

package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.notifications.event.Audience;
import dev.signalbox.example.web.InvalidFieldsException;
import java.time.Duration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;

/** Processes one message, and decides how to acknowledge it. */
@Component
record MessageProcessor(Notifications notifications, FailedMessages failedMessages, ListenerSettings settings) {
    private static final int MAX_REASON_LENGTH = 1_000;

    /** How a delivered message is acknowledged. */
    sealed interface Acknowledgement {
        /** It is processed, now or before. */
        record Ack() implements Acknowledgement {}

        /** It failed, and is redelivered after a pause. */
        record Redeliver(Duration pause) implements Acknowledgement {}

        /** It goes to the dead-letter queue. */
        record Reject() implements Acknowledgement {}
    }

    /** The database is unavailable, which is no fault of the message: it waits, and no delivery is counted. */
    static final class OutageException extends Exception {
        OutageException(RuntimeException cause) {
            super(reason(cause), cause);
        }
    }

    /** The processing of one message, repeated during an outage. The delivery is counted once. */
    final class ProcessingAttempt {
        private final Audience audience;
        private final byte[] body;
        private final boolean redelivered;
        private int delivery;

        ProcessingAttempt(Audience audience, byte[] body, boolean redelivered) {
            this.audience = audience;
            this.body = body;
            this.redelivered = redelivered;
        }

        Acknowledgement settle() throws OutageException {
            try {
                return settled();
            } catch (CannotCreateTransactionException | DataAccessResourceFailureException e) {
                throw new OutageException(e);
            }
        }

        private Acknowledgement settled() {
            EventMessage event;
            try {
                event = EventMessage.read(audience, body);
            } catch (InvalidFieldsException e) {
                failedMessages.addDeadLetter(audience.queue(), null, body, plain(String.valueOf(e.getMessage())));
                return new Acknowledgement.Reject();
            }
            if (delivery == 0) {
                delivery = redelivered ? failedMessages.countRedelivery(audience.queue(), event.eventId()) : 1;
            }
            return delivery > settings.maxDeliveries() ? unfinished(event) : attempt(event);
        }

        private Acknowledgement attempt(EventMessage event) {
            try {
                notifications.make(event, delivery);
                return new Acknowledgement.Ack();
            } catch (CannotCreateTransactionException | DataAccessResourceFailureException outage) {
                throw outage;
            } catch (RuntimeException failure) {
                return failed(event, reason(failure));
            }
        }

        private Acknowledgement failed(EventMessage event, String reason) {
            if (delivery >= settings.maxDeliveries()) {
                return dead(event, "It has failed " + delivery + " times, at last with: " + reason);
            }
            failedMessages.addFailure(audience.queue(), event.eventId(), reason);
            return new Acknowledgement.Redeliver(settings.pauseAfter(delivery));
        }

        /** No failure was recorded the last time: the process or its connection ended during the processing. */
        private Acknowledgement unfinished(EventMessage event) {
            String before = failedMessages
                    .lastFailure(audience.queue(), event.eventId())
                    .map(reason -> " What had failed before: " + reason)
                    .orElse("");
            return dead(
                    event,
                    "It was delivered " + (delivery - 1) + " times, and the listener ended before it was done."
                            + before);
        }

        private Acknowledgement dead(EventMessage event, String reason) {
            failedMessages.addDeadLetter(audience.queue(), event.eventId(), body, reason);
            return new Acknowledgement.Reject();
        }
    }

    ProcessingAttempt take(Audience audience, byte[] body, boolean redelivered) {
        return new ProcessingAttempt(audience, body, redelivered);
    }

    private static String reason(RuntimeException failure) {
        return plain(NestedExceptionUtils.getMostSpecificCause(failure).toString());
    }

    /** PostgreSQL cannot store NUL, which the message may contain. */
    private static String plain(String text) {
        String kept = text.replace('\0', ' ');
        return kept.length() <= MAX_REASON_LENGTH ? kept : kept.substring(0, MAX_REASON_LENGTH);
    }
}

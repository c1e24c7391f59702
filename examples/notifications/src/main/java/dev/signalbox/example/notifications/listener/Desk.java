package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.notifications.event.Audience;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;

/** Works on one message, and decides what becomes of it. */
@Component
class Desk {
    private static final int LONGEST_REASON = 1_000;

    private final Notifications notifications;
    private final Attempts attempts;
    private final DeadLetters deadLetters;
    private final ListenerSettings settings;

    Desk(Notifications notifications, Attempts attempts, DeadLetters deadLetters, ListenerSettings settings) {
        this.notifications = notifications;
        this.attempts = attempts;
        this.deadLetters = deadLetters;
        this.settings = settings;
    }

    /** The database is away, which is no message's fault: it waits, and nothing is counted. */
    static final class OutageException extends Exception {
        OutageException(RuntimeException cause) {
            super(reason(cause), cause);
        }
    }

    /** The work on one message, which is asked again while there is an outage. The delivery is counted once. */
    final class Case {
        private final Audience audience;
        private final byte[] body;
        private final boolean redelivered;
        private int delivery;

        Case(Audience audience, byte[] body, boolean redelivered) {
            this.audience = audience;
            this.body = body;
            this.redelivered = redelivered;
        }

        Settlement settle() throws OutageException {
            try {
                return settled();
            } catch (CannotCreateTransactionException | DataAccessResourceFailureException e) {
                throw new OutageException(e);
            }
        }

        private Settlement settled() {
            EventMessage event;
            try {
                event = EventMessage.read(audience, body);
            } catch (EventMessage.MalformedException e) {
                deadLetters.add(audience.queue(), null, body, plain(String.valueOf(e.getMessage())));
                return new Settlement.Dead();
            }
            if (delivery == 0) {
                delivery = redelivered ? attempts.again(audience.queue(), event.eventId()) : 1;
            }
            return delivery > settings.maxDeliveries() ? unfinished(event) : attempt(event);
        }

        private Settlement attempt(EventMessage event) {
            try {
                notifications.make(event, delivery);
                return new Settlement.Done();
            } catch (CannotCreateTransactionException | DataAccessResourceFailureException outage) {
                throw outage;
            } catch (RuntimeException failure) {
                return failed(event, reason(failure));
            }
        }

        private Settlement failed(EventMessage event, String reason) {
            if (delivery >= settings.maxDeliveries()) {
                return dead(event, "It has failed " + delivery + " times, at last with: " + reason);
            }
            attempts.failed(audience.queue(), event.eventId(), reason);
            return new Settlement.Again(settings.pauseAfter(delivery));
        }

        /** No failure was noted the last time: the process or its connection has ended in the middle of it. */
        private Settlement unfinished(EventMessage event) {
            String before = attempts.lastFailure(audience.queue(), event.eventId())
                    .map(reason -> " What had failed before: " + reason)
                    .orElse("");
            return dead(
                    event,
                    "It was delivered " + (delivery - 1) + " times, and the listener ended before it was done."
                            + before);
        }

        private Settlement dead(EventMessage event, String reason) {
            deadLetters.add(audience.queue(), event.eventId(), body, reason);
            return new Settlement.Dead();
        }
    }

    Case take(Audience audience, byte[] body, boolean redelivered) {
        return new Case(audience, body, redelivered);
    }

    private static String reason(RuntimeException failure) {
        return plain(NestedExceptionUtils.getMostSpecificCause(failure).toString());
    }

    /** PostgreSQL keeps no NUL, and what was sent may have one. */
    private static String plain(String text) {
        String kept = text.replace('\0', ' ');
        return kept.length() <= LONGEST_REASON ? kept : kept.substring(0, LONGEST_REASON);
    }
}

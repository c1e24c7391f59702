package dev.signalbox.demo.notifications;

import dev.signalbox.demo.examples.Arrivals;
import dev.signalbox.demo.examples.ExampleAudit;
import java.util.List;

/**
 * What a comparison of the services' tables, RabbitMQ and the listeners' tables found.
 *
 * @param asked what guests have asked for
 * @param brokerKills how often RabbitMQ was killed
 * @param events what has become of the events
 * @param phantoms events in RabbitMQ, or in a listener's inbox, that are not in {@code EventOutboxLayout}
 * @param deadLetters messages that listeners have rejected
 * @param told what has become of the events
 * @param wrong notifications that the events do not amount to, and those that are missing although a listener is done
 * @param queues what came by in RabbitMQ
 */
public record NotificationsAudit(
        Asked asked,
        int brokerKills,
        Events events,
        long phantoms,
        long deadLetters,
        List<Told> told,
        long wrong,
        Arrivals queues)
        implements ExampleAudit {
    public NotificationsAudit {
        told = List.copyOf(told);
    }

    /** Reservations, how often one was confirmed or cancelled, and orders. */
    public record Asked(long reservations, long moves, long orders) {}

    /**
     * Events of {@code EventOutboxLayout}.
     *
     * @param waiting are still to be published
     * @param givenUp say FAILED
     * @param lost say PROCESSED and have not been in RabbitMQ, or belong to what was confirmed and are in no table
     * @param unheard have been in RabbitMQ, and no listener is done with them
     * @param heard are in the inbox of their listener
     */
    public record Events(long all, long waiting, long givenUp, long lost, long unheard, long heard) {}

    @Override
    public long lost() {
        return events.lost();
    }

    @Override
    public long violations() {
        return queues.violations();
    }

    /** Notifications of all kinds. */
    public long made() {
        return told.stream().mapToLong(Told::made).sum();
    }

    /** Whether each event has come to its listener and has become its notifications, each once. */
    @Override
    public boolean promisesKept() {
        return lost() + phantoms + violations() + events.unheard() + events.givenUp() + deadLetters + wrong == 0;
    }
}

package dev.signalbox.demo.notifications;

import dev.signalbox.demo.examples.Arrivals;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The notifications example as it is shown.
 *
 * @param reserved reservations that guests have made
 * @param ordered orders that guests have placed
 * @param events that the services have recorded
 * @param queues what has come by in RabbitMQ
 * @param brokerDown how long RabbitMQ has been away; empty while it is up
 * @param told what has become of the events
 * @param behind events that no listener is done with
 * @param agree whether there are exactly the notifications that the events amount to
 * @param sinceAgreed how long ago that was so
 */
public record NotificationsView(
        State state,
        long reserved,
        long ordered,
        long events,
        Arrivals queues,
        Optional<Duration> brokerDown,
        List<Told> told,
        long behind,
        boolean agree,
        Duration sinceAgreed) {
    /** Before it is up. */
    public static final NotificationsView NOT_UP = new NotificationsView(
            State.STARTING, 0, 0, 0, Arrivals.NONE, Optional.empty(), List.of(), 0, true, Duration.ZERO);

    /** How far it is. */
    public enum State {
        STARTING,
        UP
    }

    public NotificationsView {
        told = List.copyOf(told);
    }
}

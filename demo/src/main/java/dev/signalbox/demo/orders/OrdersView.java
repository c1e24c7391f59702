package dev.signalbox.demo.orders;

import dev.signalbox.demo.examples.Arrivals;
import java.time.Duration;

/**
 * The orders example as it is shown.
 *
 * @param placed orders that customers have placed
 * @param changes of orders that customers have made
 * @param kafka what has come by in Kafka
 * @param added events that the consumer has added up
 * @param behind events that the service has recorded and the consumer has not added up
 * @param agree whether the sums of both are the same
 * @param sinceAgreed how long ago they were
 */
public record OrdersView(
        State state,
        long placed,
        long changes,
        Arrivals kafka,
        long added,
        long behind,
        boolean agree,
        Duration sinceAgreed) {
    /** Before it is up. */
    public static final OrdersView NOT_UP =
            new OrdersView(State.STARTING, 0, 0, Arrivals.NONE, 0, 0, true, Duration.ZERO);

    /** How far it is. */
    public enum State {
        STARTING,
        UP
    }
}

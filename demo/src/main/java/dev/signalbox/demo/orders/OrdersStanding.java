package dev.signalbox.demo.orders;

import dev.signalbox.demo.examples.Standing;

/**
 * How far the consumer is at one moment.
 *
 * @param events that the service has recorded
 * @param unsent those that were not delivered to Kafka yet
 * @param heard events that the consumer has added up
 * @param agree whether its sums are those of the service's table
 */
record OrdersStanding(long events, long unsent, long heard, boolean agree) implements Standing {
    static final OrdersStanding NOTHING = new OrdersStanding(0, 0, 0, true);

    /** Events that the consumer does not know of yet. */
    long behind() {
        return Math.max(0, events - heard);
    }

    boolean isDone() {
        return agree && behind() == 0 && unsent == 0;
    }
}

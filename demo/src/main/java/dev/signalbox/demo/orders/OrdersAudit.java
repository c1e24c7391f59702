package dev.signalbox.demo.orders;

import dev.signalbox.demo.examples.Arrivals;
import dev.signalbox.demo.examples.ExampleAudit;

/**
 * What a comparison of the service's tables, Kafka and the consumer's tables found.
 *
 * @param placed orders that customers have placed
 * @param changes of orders that customers have made
 * @param events in the service's outbox
 * @param waiting those that are still to be delivered
 * @param lost those that say delivered and are not in Kafka, and what was confirmed and is not in the tables
 * @param phantoms events in Kafka, or in the consumer's inbox, that are not in the service's outbox
 * @param unheard events in Kafka that the consumer has not added up
 * @param unread records in Kafka that the consumer has not come to
 * @param deadLetters records that the consumer has set aside
 * @param differentSums sums of a customer and a status that are not the same on both sides; 0 while something is waiting
 * @param kafka what came by in Kafka
 */
public record OrdersAudit(
        long placed,
        long changes,
        long events,
        long waiting,
        long lost,
        long phantoms,
        long unheard,
        long unread,
        long deadLetters,
        long differentSums,
        Arrivals kafka)
        implements ExampleAudit {

    /** Events that the consumer has added up. */
    public long added() {
        return kafka.events() - unheard;
    }

    @Override
    public long violations() {
        return kafka.violations();
    }

    /** Whether each event has come to the consumer, in order, and was added once. */
    @Override
    public boolean promisesKept() {
        return lost + phantoms + unheard + unread + deadLetters + differentSums + violations() == 0;
    }
}

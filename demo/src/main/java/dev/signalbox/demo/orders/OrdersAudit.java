package dev.signalbox.demo.orders;

import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.ReceivedMessages;

/**
 * The comparison of the service's tables, Kafka and the consumer's tables.
 *
 * @param placed orders that the service has confirmed
 * @param changes of orders that the service has confirmed
 * @param events in the service's outbox
 * @param waiting events that are not delivered yet
 * @param lost events that are marked as delivered and are not in Kafka, and confirmed orders that are not in the tables
 * @param neverCommitted events in Kafka or in the consumer's inbox that are not in the outbox
 * @param notAdded events in Kafka that are not in the consumer's inbox
 * @param unread records in Kafka that the consumer has not read
 * @param deadLetters records that the consumer has set aside
 * @param differentSums sums by customer and status that differ between both sides; 0 while events are waiting
 */
record OrdersAudit(
        long placed,
        long changes,
        long events,
        long waiting,
        long lost,
        long neverCommitted,
        long notAdded,
        long unread,
        long deadLetters,
        long differentSums,
        ReceivedMessages.Totals kafka) {

    void addTo(AuditReport report) {
        report.figure("placed by REST", placed, "orders, changed %,d times", changes);
        report.figure("their events", events, "in the outbox of the order service");
        report.figureIfAny("their events waiting", waiting, "for the next start; sums cannot agree before");
        report.figure("added by the consumer", kafka.messages() - notAdded, "from Kafka, each once");
        report.figure("twice on Kafka", kafka.duplicates(), "left out of the sums by its inbox");
        report.mustBeZero("different sums", differentSums);
        report.mustBeZeroIfAny("not added", notAdded, "in Kafka, not in the consumer's inbox");
        report.mustBeZeroIfAny("not read", unread, "records in Kafka");
        report.mustBeZeroIfAny("set aside", deadLetters, "by the consumer, see dead_letters");
        report.addLost(lost);
        report.addNeverCommitted(neverCommitted);
        report.addViolations(kafka.violations());
    }
}

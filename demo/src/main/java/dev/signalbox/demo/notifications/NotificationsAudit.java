package dev.signalbox.demo.notifications;

import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.ReceivedMessages;

/**
 * The comparison of {@code EventOutbox}, RabbitMQ and the listeners' tables.
 *
 * @param requests what the services have confirmed
 * @param events the states of the events
 * @param neverCommitted events in RabbitMQ or in a listener's inbox that are not in {@code EventOutbox}
 * @param deadLetters messages that listeners have rejected
 * @param notifications that were created
 * @param byAudience the same by the kind of recipient, as text
 * @param wrong notifications that are missing or too many
 */
record NotificationsAudit(
        Requests requests,
        int brokerKills,
        Events events,
        long neverCommitted,
        long deadLetters,
        long notifications,
        String byAudience,
        long wrong,
        ReceivedMessages.Totals queues) {

    record Requests(long reservations, long changes, long orders) {}

    /**
     * Events of {@code EventOutbox}.
     *
     * @param waiting are not published yet
     * @param failed have the status FAILED
     * @param lost are PROCESSED and were not in RabbitMQ, or belong to a confirmed request and are in no table
     * @param notHeard were in RabbitMQ and in no listener's inbox
     * @param heard are in the inbox of their listener
     */
    record Events(long all, long waiting, long failed, long lost, long notHeard, long heard) {}

    void addTo(AuditReport report) {
        report.figure(
                "asked for by guests",
                requests.reservations() + requests.orders(),
                "%,d reserved, %,d ordered, %,d changes",
                requests.reservations(),
                requests.orders(),
                requests.changes());
        report.figure("events for recipients", events.all(), "in EventOutbox");
        report.figureIfAny("of these waiting", events.waiting(), "still PENDING, for the next start");
        report.figure("heard by listeners", events.heard(), "from RabbitMQ, each once");
        report.figure("twice in RabbitMQ", queues.duplicates(), "kept away by the listeners' inbox");
        report.figure("notifications", notifications, "made of them, each once:");
        report.detail(byAudience);
        report.figure("RabbitMQ killed", brokerKills, brokerKills == 0 ? "" : "and started again");
        report.mustBeZero("dead letters", deadLetters);
        report.mustBeZero("wrong notifications", wrong);
        report.mustBeZeroIfAny("not heard", events.notHeard(), "in RabbitMQ, not in a listener's inbox");
        report.mustBeZeroIfAny("given up", events.failed(), "FAILED in EventOutbox");
        report.addLost(events.lost());
        report.addNeverCommitted(neverCommitted);
        report.addViolations(queues.violations());
    }
}

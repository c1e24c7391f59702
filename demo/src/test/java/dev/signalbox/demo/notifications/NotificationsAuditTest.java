package dev.signalbox.demo.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.ReceivedMessages;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotificationsAuditTest {
    @Test
    void eventsThatBecameTheirNotificationsOnceKeepThePromises() {
        AuditReport report = report(0, 0, 0, 0, 0, 0, 0);

        assertThat(report.promisesKept()).isTrue();
        assertThat(texts(report))
                .contains("  asked for by guests           30  10 reserved, 20 ordered, 7 changes")
                .contains("  events for recipients         80  in EventOutbox")
                .contains("  heard by listeners            80  from RabbitMQ, each once")
                .contains("  twice in RabbitMQ              4  kept away by the listeners' inbox")
                .contains("  notifications                125  made of them, each once:")
                .contains("    restaurant 90, customer 35")
                .contains("  RabbitMQ killed                2  and started again")
                .contains("  dead letters                   0")
                .contains("All promises were kept.");
    }

    /** Lost, never committed, overtaken, failed in the relay, not heard, rejected, notified wrongly. */
    @ParameterizedTest
    @CsvSource({
        "1,0,0,0,0,0,0",
        "0,1,0,0,0,0,0",
        "0,0,1,0,0,0,0",
        "0,0,0,1,0,0,0",
        "0,0,0,0,1,0,0",
        "0,0,0,0,0,1,0",
        "0,0,0,0,0,0,1"
    })
    void anyFaultBreaksThem(
            long lost, long neverCommitted, long violations, long failed, long notHeard, long dead, long wrong) {
        AuditReport report = report(lost, neverCommitted, violations, failed, notHeard, dead, wrong);

        assertThat(report.promisesKept()).isFalse();
        assertThat(String.join("\n", texts(report)))
                .containsPattern("(lost|sent, never committed|order violations|given up|not heard|dead letters"
                        + "|wrong notifications) +1")
                .contains("A promise was broken.");
    }

    @Test
    void eventsThatStillWaitBreakNothing() {
        AuditReport report = new AuditReport();
        new NotificationsAudit(
                        new NotificationsAudit.Requests(1, 0, 0),
                        0,
                        new NotificationsAudit.Events(2, 2, 0, 0, 0, 0),
                        0,
                        0,
                        0,
                        "",
                        0,
                        ReceivedMessages.Totals.NONE)
                .addTo(report);

        assertThat(report.promisesKept()).isTrue();
        assertThat(texts(report)).contains("  of these waiting               2  still PENDING, for the next start");
    }

    private static List<String> texts(AuditReport report) {
        return report.lines().stream().map(AuditReport.Line::text).toList();
    }

    private static AuditReport report(
            long lost, long neverCommitted, long violations, long failed, long notHeard, long dead, long wrong) {
        AuditReport report = new AuditReport();
        new NotificationsAudit(
                        new NotificationsAudit.Requests(10, 7, 20),
                        2,
                        new NotificationsAudit.Events(80, 0, failed, lost, notHeard, 80),
                        neverCommitted,
                        dead,
                        125,
                        "restaurant 90, customer 35",
                        wrong,
                        new ReceivedMessages.Totals(80, 4, violations))
                .addTo(report);
        return report;
    }
}

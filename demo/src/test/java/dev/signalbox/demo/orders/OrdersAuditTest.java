package dev.signalbox.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.ReceivedMessages;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrdersAuditTest {
    @Test
    void ordersThatWereAddedOnceKeepThePromises() {
        AuditReport report = report(0, 0, 0, 0, 0, 0, 0);

        assertThat(report.promisesKept()).isTrue();
        assertThat(report.lines().stream().map(AuditReport.Line::text))
                .contains("  placed by REST                10  orders, changed 19 times")
                .contains("  added by the consumer         29  from Kafka, each once")
                .contains("  twice on Kafka                 3  left out of the sums by its inbox")
                .contains("All promises were kept.");
    }

    /** Lost, never committed, not added, not read, set aside, added wrongly, overtaken. */
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
            long lost, long neverCommitted, long notAdded, long unread, long dead, long sums, long violations) {
        AuditReport report = report(lost, neverCommitted, notAdded, unread, dead, sums, violations);

        assertThat(report.promisesKept()).isFalse();
        assertThat(report.lines().stream().map(AuditReport.Line::text).collect(Collectors.joining("\n")))
                .containsPattern(
                        "(lost|sent, never committed|not added|not read|set aside|different sums|order violations) +1")
                .contains("A promise was broken.");
    }

    private static AuditReport report(
            long lost, long neverCommitted, long notAdded, long unread, long dead, long sums, long violations) {
        AuditReport report = new AuditReport();
        new OrdersAudit(
                        10,
                        19,
                        29,
                        0,
                        lost,
                        neverCommitted,
                        notAdded,
                        unread,
                        dead,
                        sums,
                        new ReceivedMessages.Totals(29, 3, violations))
                .addTo(report);
        return report;
    }
}

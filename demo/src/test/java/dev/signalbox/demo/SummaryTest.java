package dev.signalbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.orders.EventLedger;
import dev.signalbox.demo.orders.OrdersAudit;
import dev.signalbox.demo.receiver.Ledger;
import dev.signalbox.demo.view.Palette;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryTest {
    @Test
    void ordersThatWereAddedOnceKeepThePromises() {
        Summary summary = summary(audit(0, 0, 0, 0, 0, 0, 0));

        assertThat(summary.promisesKept()).isTrue();
        assertThat(summary.lines(new Palette(false)))
                .contains("  placed by REST                10  orders, changed 19 times")
                .contains("  added by the consumer         29  from Kafka, each once")
                .contains("  twice on Kafka                 3  left out of the sums by its inbox")
                .contains("All promises were kept.");
    }

    /** Lost, invented, not added, not read, set aside, added wrongly, overtaken. */
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
    void anyFaultOfTheOrdersBreaksThem(
            long lost, long phantoms, long unheard, long unread, long dead, long sums, long violations) {
        Summary summary = summary(audit(lost, phantoms, unheard, unread, dead, sums, violations));

        assertThat(summary.promisesKept()).isFalse();
        assertThat(String.join("\n", summary.lines(new Palette(false))))
                .containsPattern(
                        "(lost|sent, never committed|not added|not read|set aside|different sums|order violations) +1")
                .contains("A promise was broken.");
    }

    private static OrdersAudit audit(
            long lost, long phantoms, long unheard, long unread, long dead, long sums, long violations) {
        return new OrdersAudit(
                10, 19, 29, 0, lost, phantoms, unheard, unread, dead, sums, new EventLedger.Totals(29, 3, violations));
    }

    private static Summary summary(OrdersAudit orders) {
        return new Summary(
                new Snapshot.Sold(0, 0, 0),
                new Audit(0, 0, 0, 0, List.of(), 0, 0),
                Ledger.Totals.NONE,
                0,
                List.of(),
                Optional.empty(),
                Optional.of(orders));
    }
}

package dev.signalbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.examples.Arrivals;
import dev.signalbox.demo.notifications.NotificationsAudit;
import dev.signalbox.demo.notifications.Told;
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
                10, 19, 29, 0, lost, phantoms, unheard, unread, dead, sums, new Arrivals(29, 3, violations));
    }

    @Test
    void eventsThatBecameTheirNotificationsOnceKeepThem() {
        Summary summary = summary(notifications(0, 0, 0, 0, 0, 0, 0));

        assertThat(summary.promisesKept()).isTrue();
        assertThat(summary.lines(new Palette(false)))
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

    /** Lost, invented, overtaken, given up by the relay, not heard, rejected, notified wrongly. */
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
    void anyFaultOfTheNotificationsBreaksThem(
            long lost, long phantoms, long violations, long givenUp, long unheard, long dead, long wrong) {
        Summary summary = summary(notifications(lost, phantoms, violations, givenUp, unheard, dead, wrong));

        assertThat(summary.promisesKept()).isFalse();
        assertThat(String.join("\n", summary.lines(new Palette(false))))
                .containsPattern("(lost|sent, never committed|order violations|given up|not heard|dead letters"
                        + "|wrong notifications) +1")
                .contains("A promise was broken.");
    }

    @Test
    void eventsThatStillWaitBreakNothing() {
        NotificationsAudit waiting = new NotificationsAudit(
                new NotificationsAudit.Asked(1, 0, 0),
                0,
                new NotificationsAudit.Events(2, 2, 0, 0, 0, 0),
                0,
                0,
                List.of(),
                0,
                Arrivals.NONE);

        assertThat(summary(waiting).promisesKept()).isTrue();
        assertThat(summary(waiting).lines(new Palette(false)))
                .contains("  of these waiting               2  still PENDING, for the next start");
    }

    private static NotificationsAudit notifications(
            long lost, long phantoms, long violations, long givenUp, long unheard, long dead, long wrong) {
        return new NotificationsAudit(
                new NotificationsAudit.Asked(10, 7, 20),
                2,
                new NotificationsAudit.Events(80, 0, givenUp, lost, unheard, 80),
                phantoms,
                dead,
                List.of(new Told("RESTAURANT", 90, 90), new Told("CUSTOMER", 35, 35)),
                wrong,
                new Arrivals(80, 4, violations));
    }

    private static Summary summary(OrdersAudit orders) {
        return summary(new ExampleAudits(Optional.of(orders), Optional.empty()));
    }

    private static Summary summary(NotificationsAudit notifications) {
        return summary(new ExampleAudits(Optional.empty(), Optional.of(notifications)));
    }

    private static Summary summary(ExampleAudits examples) {
        return new Summary(
                new Snapshot.Sold(0, 0, 0),
                new Audit(0, 0, 0, 0, List.of(), 0, 0),
                Ledger.Totals.NONE,
                0,
                List.of(),
                Optional.empty(),
                examples);
    }
}

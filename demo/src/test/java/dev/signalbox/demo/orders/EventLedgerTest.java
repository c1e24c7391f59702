package dev.signalbox.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.examples.Arrivals;
import org.junit.jupiter.api.Test;

class EventLedgerTest {
    private final EventLedger ledger = new EventLedger();

    @Test
    void whatComesAgainIsNeitherNewNorOvertaken() {
        ledger.note("changed", "7", 2);
        ledger.note("changed", "7", 5);
        ledger.note("changed", "7", 2);

        assertThat(ledger.totals()).isEqualTo(new Arrivals(2, 1, 0));
    }

    @Test
    void anEventAfterALaterOneOfItsOrderWasOvertaken() {
        ledger.note("changed", "7", 5);
        ledger.note("changed", "7", 2);

        assertThat(ledger.totals().violations()).isEqualTo(1);
    }

    @Test
    void otherOrdersAndOtherTopicsHaveNoSayInThat() {
        ledger.note("changed", "7", 5);
        ledger.note("changed", "8", 4);
        ledger.note("created", "7", 1);

        assertThat(ledger.totals()).isEqualTo(new Arrivals(3, 0, 0));
        assertThat(ledger.arrived().stream()).containsExactly(1, 4, 5);
    }
}

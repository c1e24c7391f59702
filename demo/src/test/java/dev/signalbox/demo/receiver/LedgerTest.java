package dev.signalbox.demo.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Ledger ledger = new Ledger();

    @Test
    void messagesInTheirTurnAreFirstArrivals() {
        assertThat(ledger.enter(7, 1)).isEqualTo(Ledger.Arrival.FIRST);
        assertThat(ledger.enter(7, 2)).isEqualTo(Ledger.Arrival.FIRST);
        assertThat(ledger.totals()).isEqualTo(new Ledger.Totals(2, 0, 0, 0, 0));
    }

    @Test
    void aMessageThatWasGivenUpMayBeMissingForEver() {
        ledger.enter(7, 1);
        ledger.enter(7, 3);

        assertThat(ledger.has(7, 2)).isFalse();
        assertThat(ledger.has(7, 3)).isTrue();
        assertThat(ledger.totals().violations()).isZero();
    }

    @Test
    void aMessageThatComesAfterItsSuccessorIsAViolation() {
        ledger.enter(7, 1);
        ledger.enter(7, 3);

        assertThat(ledger.enter(7, 2)).isEqualTo(Ledger.Arrival.OVERTAKEN);
        assertThat(ledger.has(7, 2)).isTrue();
        assertThat(ledger.totals()).isEqualTo(new Ledger.Totals(3, 0, 0, 0, 1));
    }

    @Test
    void aDuplicateIsExplainedByALostAnswerOrAKilledSender() {
        ledger.enter(7, 1);
        ledger.enter(8, 1);
        ledger.enter(9, 1);
        ledger.answerLost(7, 1);
        ledger.senderKilled(9, 1);

        assertThat(ledger.enter(7, 1)).isEqualTo(Ledger.Arrival.REPEATED);
        assertThat(ledger.enter(8, 1)).isEqualTo(Ledger.Arrival.DUPLICATE);
        assertThat(ledger.enter(9, 1)).isEqualTo(Ledger.Arrival.DUPLICATE);
        assertThat(ledger.totals()).isEqualTo(new Ledger.Totals(3, 1, 1, 1, 0));
        assertThat(ledger.totals().duplicates()).isEqualTo(3);
    }

    @Test
    void itGrowsWithTheNumberOfGroups() {
        ledger.enter(100_000, 1);

        assertThat(ledger.has(100_000, 1)).isTrue();
        assertThat(ledger.has(99_999, 1)).isFalse();
        assertThat(ledger.has(5_000_000, 1)).isFalse();
    }
}

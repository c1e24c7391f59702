package dev.signalbox.demo.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WalletLedgerTest {
    private final WalletLedger ledger = new WalletLedger();

    @Test
    void eachWalletHasAnOrderOfItsOwn() {
        assertThat(ledger.enter("alice", 5)).isEqualTo(Ledger.Arrival.FIRST);
        assertThat(ledger.enter("bob", 2)).isEqualTo(Ledger.Arrival.FIRST);
        assertThat(ledger.enter("alice", 9)).isEqualTo(Ledger.Arrival.FIRST);
        assertThat(ledger.totals()).isEqualTo(new Ledger.Totals(3, 0, 0, 0, 0));
    }

    @Test
    void anEventThatComesAfterALaterOneOfItsWalletIsAViolation() {
        ledger.enter("alice", 9);

        assertThat(ledger.enter("alice", 5)).isEqualTo(Ledger.Arrival.OVERTAKEN);
        assertThat(ledger.has(5)).isTrue();
        assertThat(ledger.has(6)).isFalse();
        assertThat(ledger.totals()).isEqualTo(new Ledger.Totals(2, 0, 0, 0, 1));
    }

    @Test
    void whatComesAgainIsCountedByItsReasonAndIsNoViolation() {
        for (long position = 1; position <= 3; position++) {
            ledger.enter("alice", position);
        }
        ledger.answerLost(1);
        ledger.senderKilled(2);

        assertThat(ledger.enter("alice", 1)).isEqualTo(Ledger.Arrival.REPEATED);
        assertThat(ledger.enter("alice", 2)).isEqualTo(Ledger.Arrival.DUPLICATE);
        assertThat(ledger.enter("alice", 3)).isEqualTo(Ledger.Arrival.DUPLICATE);
        assertThat(ledger.totals()).isEqualTo(new Ledger.Totals(3, 1, 1, 1, 0));
    }
}

package dev.signalbox.demo.workload;

import static dev.signalbox.demo.workload.ReceivedMessages.Arrival.DUPLICATE;
import static dev.signalbox.demo.workload.ReceivedMessages.Arrival.FIRST;
import static dev.signalbox.demo.workload.ReceivedMessages.Arrival.OVERTAKEN;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReceivedMessagesTest {
    private final ReceivedMessages received = new ReceivedMessages();

    @Test
    void messagesInTheOrderOfTheirGroupsAreFirstArrivals() {
        assertThat(received.add(5, "alice", 5)).isEqualTo(FIRST);
        assertThat(received.add(2, "bob", 2)).isEqualTo(FIRST);
        assertThat(received.add(9, "alice", 9)).isEqualTo(FIRST);
        assertThat(received.totals()).isEqualTo(new ReceivedMessages.Totals(3, 0, 0));
        assertThat(received.ids().stream()).containsExactly(2, 5, 9);
    }

    @Test
    void aDeadLetteredMessageMayBeMissingForEver() {
        received.add(1, "alice", 1);
        received.add(3, "alice", 3);

        assertThat(received.has(2)).isFalse();
        assertThat(received.has(3)).isTrue();
        assertThat(received.totals().violations()).isZero();
    }

    @Test
    void aMessageThatArrivesAfterALaterOneOfItsGroupIsAViolation() {
        received.add(9, "alice", 9);

        assertThat(received.add(5, "alice", 5)).isEqualTo(OVERTAKEN);
        assertThat(received.has(5)).isTrue();
        assertThat(received.totals()).isEqualTo(new ReceivedMessages.Totals(2, 0, 1));
    }

    @Test
    void aRepetitionIsADuplicateAndNoViolation() {
        received.add(5, "alice", 5);
        received.add(9, "alice", 9);

        assertThat(received.add(5, "alice", 5)).isEqualTo(DUPLICATE);
        assertThat(received.totals()).isEqualTo(new ReceivedMessages.Totals(2, 1, 0));
    }
}

package dev.signalbox.jdbc.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What an owner knows about its rows in flight. */
class InFlightRowsTest {
    private final InFlightRows inFlightRows = new InFlightRows(new AtomicLong()::incrementAndGet);

    private static Message message(String id, long number) {
        var claim = new Claim(number, Instant.EPOCH);
        return new Message(id, "g", 0, "EVENT", Payload.of(new byte[0]), 0, Instant.EPOCH, claim, Suspicion.NONE);
    }

    @Test
    void aLateAnswerDoesNotEndWhatHasBeenClaimedAgainMeanwhile() {
        Message before = message("m", 1);
        Message other = message("other", 1);
        Message again = message("m", 2);
        inFlightRows.claimed(1, List.of(before, other));
        inFlightRows.claimed(2, List.of(again));

        inFlightRows.settled(List.of(before));

        assertThat(inFlightRows.inFlight(List.of(new Settlement(again, Verdict.COMPLETE))))
                .hasSize(1);
        assertThat(inFlightRows.isBusy("g")).isTrue();
        assertThat(inFlightRows.claims().endedBy(List.of(again))).containsExactly(2L);
        assertThat(inFlightRows.claims().endedBy(List.of(other))).containsExactly(1L);
    }
}

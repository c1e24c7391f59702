package dev.signalbox.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.time.Clock;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReceivedMessagesTest {
    private final ReceivedMessages received = new ReceivedMessages(10_000, false, false);

    @Test
    void eachMessageCountsOnce() {
        received.arrived(0);
        received.arrived(1);
        received.arrived(1);
        assertThat(received.distinct().count()).isEqualTo(2);
        assertThat(received.distinct().isReached()).isFalse();
        assertThat(received.faults()).containsExactly("1 delivered twice");
    }

    @Test
    void overtakingIsSeenWithinAGroupOnly() {
        received.arrived(8);
        received.arrived(4);
        assertThat(received.faults()).as("other groups").isEmpty();
        received.arrived(4_004);
        received.arrived(5);
        assertThat(received.faults()).containsExactly("1 overtaken in their group");
    }

    @Test
    void whereNoneMayOvertakeAnotherGroupsDoNotMatter() {
        ReceivedMessages strict = new ReceivedMessages(10_000, true, false);
        strict.arrived(3);
        strict.arrived(8);
        assertThat(strict.faults()).isEmpty();
        strict.arrived(4);
        assertThat(strict.faults()).containsExactly("1 overtaken");
    }

    @Test
    void theTargetIsReachedByTheLastOfThem() {
        ReceivedMessages three = new ReceivedMessages(3, false, false);
        three.arrived(0);
        three.arrived(1);
        long before = Clock.SYSTEM.nanos();
        three.arrived(2);
        assertThat(three.distinct().isReached()).isTrue();
        assertThat(three.distinct().reachedAt()).isGreaterThanOrEqualTo(before);
    }

    @Test
    void aMessageThatWasNeverWrittenIsAnError() {
        assertThatThrownBy(() -> received.arrived(10_000)).hasMessageContaining("never written");
    }

    @Test
    void payloadsHaveOneLengthAndCarryTheirNumber() {
        byte[] payload = Workload.payload(4_321).getBytes(StandardCharsets.UTF_8);
        assertThat(payload).hasSize(Workload.PAYLOAD_BYTES);
        assertThat(Workload.numberIn(payload, 0)).isEqualTo(4_321);
        assertThat(new String(payload, StandardCharsets.UTF_8)).contains("\"group-080\"");
        assertThatThrownBy(() -> Workload.numberIn(payload, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}

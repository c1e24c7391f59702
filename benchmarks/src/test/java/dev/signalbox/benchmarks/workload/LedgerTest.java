package dev.signalbox.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.time.Clock;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Ledger ledger = Ledger.of(Clock.SYSTEM, 10_000, 3);

    @Test
    void eachMessageCountsOnce() {
        ledger.arrived(0);
        ledger.arrived(1);
        ledger.arrived(1);
        assertThat(ledger.deliveries().count()).isEqualTo(2);
        assertThat(ledger.deliveries().isReached()).isFalse();
        assertThat(ledger.faults()).containsExactly("1 delivered twice");
    }

    @Test
    void overtakingIsSeenWithinAGroupOnly() {
        ledger.arrived(8);
        ledger.arrived(4);
        assertThat(ledger.faults()).as("other groups").isEmpty();
        ledger.arrived(4_004);
        ledger.arrived(5);
        assertThat(ledger.faults()).containsExactly("1 overtaken in their group");
    }

    @Test
    void whereNoneMayOvertakeAnotherGroupsDoNotMatter() {
        Ledger strict = Ledger.of(Clock.SYSTEM, 10_000, 3, Order.OF_ALL);
        strict.arrived(3);
        strict.arrived(8);
        assertThat(strict.faults()).isEmpty();
        strict.arrived(4);
        assertThat(strict.faults()).containsExactly("1 overtaken");
    }

    @Test
    void theTargetIsReachedByTheLastOfThem() {
        ledger.arrived(0);
        ledger.arrived(4);
        long before = Clock.SYSTEM.nanos();
        ledger.arrived(8);
        assertThat(ledger.deliveries().isReached()).isTrue();
        assertThat(ledger.deliveries().reachedAt()).isGreaterThanOrEqualTo(before);
        assertThat(ledger.deliveries().firstAt()).isLessThanOrEqualTo(before);
    }

    @Test
    void aMessageThatWasNeverWrittenIsAnError() {
        assertThatThrownBy(() -> ledger.arrived(10_000)).hasMessageContaining("never written");
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

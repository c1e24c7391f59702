package dev.signalbox.demo.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private final ReceivedMessages received = new ReceivedMessages();
    private final Comparison comparison = new Comparison(received);

    @Test
    void messagesThatArrivedOrWaitOrAreDeadLettersBreakNothing() {
        received.add(1, "a", 1);
        assertThat(comparison.add(1, "delivered")).isTrue();
        assertThat(comparison.add(2, "waiting")).isFalse();
        comparison.add(3, "dead");

        assertThat(comparison.rows()).isEqualTo(3);
        assertThat(comparison.arrived()).isEqualTo(1);
        assertThat(comparison.waiting()).isEqualTo(1);
        assertThat(comparison.deadLettered()).isEqualTo(1);
        assertThat(broken(3)).isEmpty();
    }

    @Test
    void aDeliveredMessageThatDidNotArriveIsLost() {
        comparison.add(1, "delivered");

        assertThat(broken(1)).isEqualTo("lost 1");
    }

    @Test
    void aCommittedMessageThatIsInNoTableIsLost() {
        comparison.add(1, "waiting");

        assertThat(broken(3)).isEqualTo("lost 2");
    }

    @Test
    void aMessageThatArrivedAndIsInNoTableWasNeverCommitted() {
        received.add(1, "a", 1);

        assertThat(broken(0)).isEqualTo("sent, never committed 1");
    }

    @Test
    void aMessageThatWasOvertakenViolatesTheOrder() {
        received.add(2, "a", 2);
        received.add(1, "a", 1);
        comparison.add(1, "delivered");
        comparison.add(2, "delivered");

        assertThat(broken(2)).isEqualTo("order violations 1");
    }

    @Test
    void missingIdsAreCounted() {
        assertThat(Comparison.countMissing(BitSet.valueOf(new long[] {0b111}), BitSet.valueOf(new long[] {0b101})))
                .isEqualTo(1);
    }

    /** The sums that are not zero. */
    private String broken(long expected) {
        AuditReport report = new AuditReport();
        comparison.addTo(report, expected);
        return report.lines().stream()
                .filter(line ->
                        line.severity() == LineHighlight.ERROR && line.text().startsWith("  "))
                .map(line -> line.text().strip().replaceAll(" {2,}", " "))
                .collect(Collectors.joining(", "));
    }
}

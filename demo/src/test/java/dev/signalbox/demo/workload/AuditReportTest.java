package dev.signalbox.demo.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AuditReportTest {
    private final AuditReport report = new AuditReport();

    @Test
    void withoutAFaultThePromisesAreKept() {
        report.figure("placed by REST", 10, "orders, changed %,d times", 19);
        report.figureIfAny("waiting", 0, "for the next start");
        report.mustBeZero("different sums", 0);
        report.mustBeZeroIfAny("not added", 0, "in Kafka, not in the consumer's inbox");

        assertThat(report.promisesKept()).isTrue();
        assertThat(text()).isEqualTo("""
                          placed by REST                10  orders, changed 19 times
                          different sums                 0
                          sent, never committed          0
                          order violations               0
                          lost                           0
                        All promises were kept.""");
    }

    @ParameterizedTest
    @MethodSource("faults")
    void anyFaultBreaksThem(Consumer<AuditReport> fault) {
        fault.accept(report);

        assertThat(report.promisesKept()).isFalse();
        assertThat(text())
                .containsPattern(
                        "(lost|sent, never committed|order violations|different sums|not read) +1|did not stop")
                .contains("A promise was broken.");
    }

    private static Stream<Consumer<AuditReport>> faults() {
        return Stream.of(
                report -> report.add(1, 0, 0),
                report -> report.add(0, 1, 0),
                report -> report.add(0, 0, 1),
                report -> report.mustBeZero("different sums", 1),
                report -> report.mustBeZeroIfAny("not read", 1, "records in Kafka"),
                report -> report.fault("node-1 did not stop within 15 s"));
    }

    private String text() {
        return report.lines().stream().map(AuditReport.Line::text).collect(Collectors.joining("\n"));
    }
}

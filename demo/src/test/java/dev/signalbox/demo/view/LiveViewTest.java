package dev.signalbox.demo.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.LineHighlight;
import dev.signalbox.demo.workload.ViewLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveViewTest {
    private static final View.Header HEADER = new View.Header(
            List.of(ViewLine.of("health", "curl http://127.0.0.1:8080/health/ready")), Path.of("/tmp/x/*.log"));

    @ParameterizedTest
    @CsvSource({"24, 80", "50, 160", "10, 40", "4, 20", "200, 400"})
    void aFrameFitsTheTerminal(int rows, int columns) {
        assertThat(lines(false, new LiveView.Size(rows, columns)))
                .hasSizeLessThanOrEqualTo(rows)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
    }

    @Test
    void aFrameShowsAllLinesTheLatestEventsAndCommandsToTry() {
        assertThat(lines(false, LiveView.Size.DEFAULT))
                .contains(" shop     orders/s 50  committed 1,234", " wallets  first feed", "          second feed")
                .anySatisfy(line -> assertThat(line).contains("event 40"))
                .contains(" health   curl http://127.0.0.1:8080/health/ready")
                .anySatisfy(line -> assertThat(line).contains("Ctrl-C", "/tmp/x/*.log"))
                .anySatisfy(line -> assertThat(line).contains("0:01:01"));
    }

    @Test
    void withoutColoursThereIsNoEscapeSequence() {
        assertThat(String.join("", lines(false, LiveView.Size.DEFAULT))).doesNotContain("\u001b");
        assertThat(String.join("", lines(true, LiveView.Size.DEFAULT))).contains("\u001b[");
    }

    @Test
    void withoutATerminalEachPartHasALineAndEachEventIsPrintedOnce() {
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            PlainView view = new PlainView(out, HEADER);
            view.show(figures());
            view.show(figures());
        }

        assertThat(text.toString())
                .contains("health   curl http://127.0.0.1:8080/health/ready\n", "logs     /tmp/x/*.log\n")
                .contains("0:01:01  shop orders/s 50  committed 1,234\n")
                .contains("wallets first feed; wallets second feed\n")
                .containsOnlyOnce("event 7 ");
    }

    @Test
    void theSizeOfTheTerminalHasADefault() {
        assertThat(LiveView.Size.parse("50 160\n")).isEqualTo(new LiveView.Size(50, 160));
        assertThat(LiveView.Size.parse("0 0\n")).isEqualTo(LiveView.Size.DEFAULT);
        assertThat(LiveView.Size.parse("")).isEqualTo(LiveView.Size.DEFAULT);
    }

    private static List<String> lines(boolean colours, LiveView.Size size) {
        try (PrintWriter out = new PrintWriter(new StringWriter());
                LiveView view = new LiveView(out, new TerminalColors(colours), HEADER)) {
            return view.lines(figures(), size);
        }
    }

    private static View.Figures figures() {
        List<ActivityLog.Entry> events = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            events.add(new ActivityLog.Entry(
                    i, Instant.EPOCH, LineHighlight.WARNING, "event " + i + " with\n a long text ".repeat(9)));
        }
        return new View.Figures(
                Duration.ofSeconds(61),
                false,
                List.of(
                        List.of(ViewLine.of("shop", "orders/s 50  committed %,d", 1234)),
                        List.of(ViewLine.of("wallets", "first feed"), ViewLine.of("wallets", "second feed"))),
                events);
    }
}

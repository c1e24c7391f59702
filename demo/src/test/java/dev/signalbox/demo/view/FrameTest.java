package dev.signalbox.demo.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.News;
import dev.signalbox.demo.Snapshot;
import dev.signalbox.demo.receiver.Latencies;
import dev.signalbox.demo.receiver.Ledger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameTest {
    private static final Hints HINTS =
            new Hints(8080, 54321, Path.of("/tmp/signalbox-demo-x/relay.yaml"), Path.of("/tmp/x/server.log"), 42);

    @ParameterizedTest
    @CsvSource({"24, 80", "50, 160", "10, 40", "4, 20", "200, 400"})
    void aFrameFitsTheTerminal(int rows, int columns) {
        List<String> lines = lines(false, new TerminalSize(rows, columns));

        assertThat(lines)
                .hasSizeLessThanOrEqualTo(rows)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
    }

    @Test
    void theUsualTerminalShowsEverything() {
        String text = String.join("\n", lines(false, TerminalSize.USUAL));

        assertThat(text)
                .contains("orders/s", "messages/s", "backlog 1,234", "in flight 5", "retries 6", "dead-lettered 7")
                .contains("order violations 0", "duplicates 3 (after lost answers)", "p50 42 ms", "p99 1.5 s")
                .contains("● outage for 2.0 s: 503 down", "news 40", "/health/ready", "/metrics", "jdbc:postgresql:")
                .contains("serve --port 0 --config \\", "/tmp/signalbox-demo-x/relay.yaml", "Ctrl-C", "seed 42");
    }

    @Test
    void withoutColoursThereIsNoEscape() {
        assertThat(String.join("", lines(false, TerminalSize.USUAL))).doesNotContain("\u001b");
        assertThat(String.join("", lines(true, TerminalSize.USUAL))).contains("\u001b[");
    }

    @Test
    void whatTheTerminalDoesNotSayIsTheUsualSize() {
        assertThat(TerminalSize.of("50 160\n")).isEqualTo(new TerminalSize(50, 160));
        assertThat(TerminalSize.of("0 0\n")).isEqualTo(TerminalSize.USUAL);
        assertThat(TerminalSize.of("")).isEqualTo(TerminalSize.USUAL);
    }

    @Test
    void theNewestValueIsAtTheRightOfTheCurve() {
        assertThat(Sparkline.of(List.of(9L, 0L, 7L, 14L), 3)).isEqualTo("▁▄█");
        assertThat(Sparkline.of(List.of(3L), 3)).isEqualTo("  █");
        assertThat(Sparkline.of(List.of(), 2)).isEqualTo("  ");
    }

    private static List<String> lines(boolean colours, TerminalSize size) {
        return new Frame(new Palette(colours), HINTS, ZoneOffset.UTC).lines(snapshot(), size);
    }

    private static Snapshot snapshot() {
        List<News.Item> news = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            news.add(
                    new News.Item(i, Instant.EPOCH, News.Tone.NOTABLE, "news " + i + " with\n a long text ".repeat(9)));
        }
        List<Long> history = Collections.nCopies(120, 5L);
        return new Snapshot(
                Duration.ofSeconds(61),
                Snapshot.Phase.RUNNING,
                new Snapshot.Sold(100, 400, 3),
                new Snapshot.Table(1234, 5, 7),
                new Snapshot.Work(6),
                new Snapshot.Destination(false, "503 down", Duration.ofSeconds(2)),
                new Ledger.Totals(390, 3, 0, 0),
                new Latencies.Quantiles(42_000_000, 1_500_000_000),
                new Snapshot.Rates(50, 200, history, history),
                news);
    }
}

package dev.signalbox.demo.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.News;
import dev.signalbox.demo.Snapshot;
import dev.signalbox.demo.examples.Arrivals;
import dev.signalbox.demo.nodes.NodeView;
import dev.signalbox.demo.nodes.PairStatus;
import dev.signalbox.demo.orders.OrdersView;
import dev.signalbox.demo.receiver.Latencies;
import dev.signalbox.demo.receiver.Ledger;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameTest {
    private static final Hints HINTS = new Hints(
            8080,
            "psql postgresql://shop:shop@127.0.0.1:54321/shop",
            Path.of("/tmp/signalbox-demo-x/relay.yaml"),
            Optional.of(URI.create("http://127.0.0.1:54322")),
            Optional.of(new Hints.Orders(
                    URI.create("http://127.0.0.1:54323"), URI.create("http://127.0.0.1:54324"), "Ada")),
            Optional.empty(),
            Path.of("/tmp/x/*.log"),
            42);

    static final List<NodeView> SPREAD = List.of(
            node("node-1", NodeView.State.UP, 32, 64, 2100), node("node-2", NodeView.State.KILLED, 0, 64, -400));

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
                .contains("order violations 0", "duplicates 3 (kills 2, lost answers 1)", "p50 42 ms", "p99 1.5 s")
                .contains("● outage for 2.0 s: 503 down", "news 40", "/health/ready", "psql postgresql:")
                .contains("curl http://127.0.0.1:54323/api/orders/1", ":54324/api/customers/Ada/summary")
                .contains("Ctrl-C", "seed 42");
    }

    @Test
    void aLineOfANodeSaysWhatItOwnsAndDelivers() {
        List<String> lines = lines(false, TerminalSize.USUAL);

        assertThat(lines)
                .contains(" nodes     node-1 ● up       events ██▌░░ 32  jobs ██▌░░ 32   102/s  lease 2.1 s")
                .contains("           node-2 ✕ killed   events ░░░░░  0  jobs ░░░░░  0     –    ended 0.4 s");
    }

    @Test
    void aLineOfAPairSaysHowFarItIsAndWhetherItsLeaderLives() {
        assertThat(lines(false, TerminalSize.USUAL))
                .contains(" wallets   wallet-events → receiver    ● active node-1    380 delivered  lag 4")
                .contains("           payment-events → Statistics ◌ waits  node-2  1,234 delivered  lag 6");
        assertThat(String.join("\n", lines(false, new TerminalSize(24, 100)))).contains("lag 4  at 700");
    }

    @Test
    void aTallerTerminalShowsMoreToTry() {
        assertThat(String.join("\n", lines(false, new TerminalSize(40, 100))))
                .contains("curl http://127.0.0.1:54322/wallets/person-0", "./signalbox status --url")
                .contains("/metrics", "serve --port 0 --config /tmp/signalbox-demo-x/relay.yaml");
        assertThat(String.join("\n", lines(false, new TerminalSize(40, 80)))).contains("serve --port 0 --config \\");
    }

    @Test
    void theOrdersExampleSaysHowFarTheConsumerIs() {
        assertThat(lines(false, TerminalSize.USUAL))
                .contains(" orders    1,234 placed, 2,345 changed      3,570 events on Kafka, 12 twice")
                .contains(" consumer  3,561 added up                   ◌ 18 behind, sums agreed 2.5 s ago");
        assertThat(ordersLines(Optional.of(orders(0, true))))
                .contains(" consumer  3,579 added up                   ● sums agree");
        assertThat(ordersLines(Optional.of(OrdersView.NOT_UP)))
                .contains(" orders    ◌ starting Kafka, the order service and its consumer");
        assertThat(String.join("\n", ordersLines(Optional.empty()))).doesNotContain("Kafka");
    }

    @Test
    void withoutATerminalTheOrdersExampleHasALineToo() {
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            new PlainView(out, HINTS).show(snapshot(SPREAD, Optional.of(orders(18, false))));
        }

        assertThat(text.toString())
                .contains("order    curl http://127.0.0.1:54323/api/orders/1")
                .contains("orders placed 1234 changed 2345; Kafka events 3570 twice 12;"
                        + " consumer added 3561 behind 18, sums agreed 2.5 s ago");
    }

    @Test
    void anOvertakenOrderEventIsAViolationToo() {
        OrdersView overtaken =
                new OrdersView(OrdersView.State.UP, 1, 2, new Arrivals(3, 0, 1), 3, 0, true, Duration.ZERO);

        assertThat(String.join("\n", ordersLines(Optional.of(overtaken)))).contains("order violations 1");
    }

    private static List<String> ordersLines(Optional<OrdersView> orders) {
        return new Frame(new Palette(false), HINTS, ZoneOffset.UTC).lines(snapshot(SPREAD, orders), TerminalSize.USUAL);
    }

    static OrdersView orders(long behind, boolean agree) {
        return new OrdersView(
                OrdersView.State.UP,
                1234,
                2345,
                new Arrivals(3570, 12, 0),
                3579 - behind,
                behind,
                agree,
                Duration.ofMillis(agree ? 0 : 2500));
    }

    @Test
    void whereOneNodeLeadsTheOthersStandBy() {
        List<NodeView> nodes = List.of(
                node("node-1", NodeView.State.KILLED, 1, 1, 100), node("node-2", NodeView.State.UP, 0, 1, 2400));

        assertThat(String.join("\n", lines(false, TerminalSize.USUAL, nodes)))
                .containsPattern("node-1 ✕ killed +led events, jobs")
                .containsPattern("node-2 ● up +stands by");
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
        return lines(colours, size, SPREAD);
    }

    private static List<String> lines(boolean colours, TerminalSize size, List<NodeView> nodes) {
        return new Frame(new Palette(colours), HINTS, ZoneOffset.UTC)
                .lines(snapshot(nodes, Optional.of(orders(18, false))), size);
    }

    private static NodeView node(String name, NodeView.State state, int owned, int all, long leaseMillis) {
        return new NodeView(
                name,
                state,
                Duration.ofSeconds(3),
                List.of(new NodeView.Share("events", owned, all), new NodeView.Share("jobs", owned, all)),
                102,
                Optional.of(Duration.ofMillis(leaseMillis)));
    }

    private static Snapshot.Pair pair(String topic, String publisher, String leader, long lag, long delivered) {
        return new Snapshot.Pair(
                new PairStatus(
                        topic, publisher, Optional.of("ACTIVE"), 700, OptionalLong.of(lag), 0, Optional.of(leader)),
                delivered);
    }

    static Snapshot snapshot(List<NodeView> nodes, Optional<OrdersView> orders) {
        return snapshot(nodes, new Snapshot.ExampleViews(orders, Optional.empty()));
    }

    static Snapshot snapshot(List<NodeView> nodes, Snapshot.ExampleViews examples) {
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
                new Snapshot.Work(6, 1),
                nodes,
                new Snapshot.Wallets(
                        new Ledger.Totals(380, 0, 0, 0, 0),
                        List.of(
                                pair("wallet-events", "receiver", "node-1", 4, 380),
                                pair("payment-events", "StatisticsPublisher", "node-2", 6, 1234))),
                examples,
                new Snapshot.Destination(false, "503 down", Duration.ofSeconds(2)),
                new Ledger.Totals(390, 1, 2, 0, 0),
                new Latencies.Quantiles(42_000_000, 1_500_000_000),
                new Snapshot.Rates(50, 200, history, history),
                news);
    }
}

package dev.signalbox.demo.view;

import dev.signalbox.demo.News;
import dev.signalbox.demo.Snapshot;
import dev.signalbox.demo.nodes.NodeView;
import dev.signalbox.demo.nodes.PairStatus;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One line a second, another one for the event log and each example, and one for each event, for files and pipes. */
public final class PlainView implements View {
    private final PrintWriter out;
    private long told;

    public PlainView(PrintWriter out, Hints hints) {
        this.out = out;
        hints.all().forEach(hint -> out.println(String.format(Locale.ROOT, "%-8s %s", hint.name(), hint.text())));
        out.println("logs     " + hints.log());
        out.flush();
    }

    @Override
    public Duration every() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void show(Snapshot now) {
        for (News.Item item : now.news()) {
            if (item.number() > told) {
                told = item.number();
                out.println("         " + item.text());
            }
        }
        out.println(String.format(
                Locale.ROOT,
                "%s  orders/s %.0f  delivered/s %.0f  backlog %d  in flight %d  retries %d  dead-lettered %d"
                        + "  duplicates %d  violations %d  p50 %s  p99 %s  %s  %s",
                Frame.time(now.running()),
                now.rates().orders(),
                now.rates().delivered(),
                now.table().pending(),
                now.table().processing(),
                now.work().retries(),
                now.table().failed(),
                now.allReceived().duplicates(),
                now.violations(),
                Frame.millis(now.latency().median()),
                Frame.millis(now.latency().p99()),
                now.destination().delivering()
                        ? "ok"
                        : "outage: " + now.destination().problem(),
                now.nodes().stream().map(PlainView::brief).collect(Collectors.joining("  "))));
        if (!now.wallets().pairs().isEmpty()) {
            out.println(now.wallets().pairs().stream()
                    .map(pair -> brief(pair, now.nodes()))
                    .collect(Collectors.joining("; ", "       ", "")));
        }
        now.examples().orders().ifPresent(orders -> out.println("       " + OrderRows.brief(orders)));
        now.examples()
                .notifications()
                .ifPresent(notifications -> out.println("       " + NotificationRows.brief(notifications)));
        out.flush();
    }

    private static String brief(Snapshot.Pair pair, List<NodeView> nodes) {
        PairStatus status = pair.status();
        return String.format(
                Locale.ROOT,
                "%s %s %s delivered %d at %d lag %s",
                PairRows.name(status),
                PairRows.word(status, nodes),
                PairRows.leader(status),
                pair.delivered(),
                status.position(),
                PairRows.lag(status));
    }

    private static String brief(NodeView node) {
        return node.name() + " " + node.state().name().toLowerCase(Locale.ROOT) + " " + node.owned();
    }

    @Override
    public void close() {
        out.flush();
    }
}

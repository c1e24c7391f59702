package dev.signalbox.demo.view;

import dev.signalbox.demo.News;
import dev.signalbox.demo.Snapshot;
import dev.signalbox.demo.receiver.Ledger;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Lays one moment out on a screen of a given size. */
final class Frame {
    private static final int LABEL = 11;
    private static final int CURVE_FROM = 28;
    private static final int REMARK_WIDTH = 27;
    private static final int FEWEST_NEWS = 3;

    private final Palette palette;
    private final Hints hints;
    private final DateTimeFormatter clock;
    private final NodeRows nodeRows;
    private final PairRows pairRows;
    private final OrderRows orderRows;
    private final NotificationRows notificationRows;

    Frame(Palette palette, Hints hints, ZoneId zone) {
        this.palette = palette;
        this.hints = hints;
        this.clock = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(zone);
        this.nodeRows = new NodeRows(palette, LABEL);
        this.pairRows = new PairRows(palette, LABEL);
        this.orderRows = new OrderRows(palette, LABEL);
        this.notificationRows = new NotificationRows(palette, LABEL);
    }

    /** At most as many lines as the screen has. */
    List<String> lines(Snapshot now, TerminalSize size) {
        List<Row> rows = new ArrayList<>();
        rows.add(title(now, size));
        if (size.rows() > TerminalSize.USUAL.rows()) {
            rows.add(new Row(size.columns()));
        }
        rows.addAll(figures(now, size.columns()));
        rows.add(new Row(size.columns()));
        Row foot = foot(now, size.columns());
        int spare = size.rows() - rows.size() - 1;
        List<Row> tips = tips(size.columns(), spare - FEWEST_NEWS);
        rows.addAll(news(now.news(), size.columns(), spare - tips.size()));
        rows.addAll(tips);
        List<Row> shown = rows.subList(0, Math.min(rows.size(), size.rows() - 1));
        List<String> lines = new ArrayList<>(shown.stream().map(Row::rendered).toList());
        lines.add(foot.rendered());
        return lines;
    }

    private Row title(Snapshot now, TerminalSize size) {
        Row row = new Row(size.columns()).add(" Signalbox", palette::strong);
        row.add("  delivers what was committed", palette::dim);
        return row.right(time(now.running()) + "  seed " + hints.seed() + " ", palette::dim);
    }

    private List<Row> figures(Snapshot now, int width) {
        Snapshot.Rates rates = now.rates();
        List<Row> rows = new ArrayList<>();
        rows.add(curve("shop", rates.orders(), "orders/s", rates.orderHistory(), width)
                .add(" " + number(now.sold().orders()) + " orders committed"));
        rows.add(label("", width)
                .add(number(now.sold().messages()) + " messages committed with them; ")
                .add(number(now.sold().rolledBack()) + " rolled back, never sent", palette::dim));
        rows.add(curve("receiver", rates.delivered(), "messages/s", rates.deliveredHistory(), width)
                .add(" " + number(now.received().accepted()) + " delivered"));
        rows.add(destination(now, width));
        rows.addAll(nodeRows.of(now.nodes(), width));
        rows.addAll(pairRows.of(now, width));
        rows.addAll(orderRows.of(now.examples().orders(), width));
        rows.addAll(notificationRows.of(now.examples().notifications(), width));
        rows.add(tables(now, width));
        rows.add(label("latency", width)
                .add("p50 ")
                .add(millis(now.latency().median()), palette::strong)
                .add("   p99 ")
                .add(millis(now.latency().p99()), palette::strong)
                .add("   from commit to arrival, last 10 s", palette::dim));
        rows.add(promises(now, width));
        return rows;
    }

    private Row curve(String label, double rate, String unit, List<Long> history, int width) {
        Row row = label(label, width).add(String.format(Locale.ROOT, "%5.0f", rate), palette::strong);
        row.add(" " + unit).to(CURVE_FROM);
        int room = Math.clamp(row.room() - REMARK_WIDTH, 0, 60);
        return row.add(Sparkline.of(history, room), palette::curve);
    }

    private Row destination(Snapshot now, int width) {
        Snapshot.Destination destination = now.destination();
        Row row = label("", width);
        if (destination.delivering()) {
            return row.add("● ok", palette::good).add(" for " + time(destination.since()), palette::dim);
        }
        return row.add("● outage", palette::bad)
                .add(String.format(
                        Locale.ROOT, " for %.1f s: ", destination.since().toMillis() / 1000.0))
                .add(destination.problem(), palette::notable);
    }

    private Row tables(Snapshot now, int width) {
        Row row = label("tables", width);
        figure(row, "backlog ", now.table().pending(), now.table().pending() > 500);
        figure(row, "   in flight ", now.table().processing(), false);
        figure(row, "   retries ", now.work().retries(), false);
        figure(row, "   dead-lettered ", now.table().failed(), false);
        return row;
    }

    private Row promises(Snapshot now, int width) {
        Ledger.Totals received = now.allReceived();
        long violations = now.violations();
        Row row = label("promises", width)
                .add("order violations ")
                .add(number(violations), violations == 0 ? palette::good : palette::bad)
                .add("   duplicates ")
                .add(number(received.duplicates()), palette::strong);
        return row.add(why(received), palette::dim);
    }

    private static String why(Ledger.Totals received) {
        List<String> causes = new ArrayList<>();
        if (received.afterKills() > 0) {
            causes.add("kills " + number(received.afterKills()));
        }
        if (received.afterLostAnswers() > 0) {
            causes.add("lost answers " + number(received.afterLostAnswers()));
        }
        if (received.unexplained() > 0) {
            causes.add("other " + number(received.unexplained()));
        }
        return causes.isEmpty() ? "" : " (" + String.join(", ", causes) + ")";
    }

    private void figure(Row row, String name, long value, boolean warn) {
        row.add(name).add(number(value), warn ? palette::notable : palette::strong);
    }

    private List<Row> news(List<News.Item> items, int width, int room) {
        List<Row> rows = new ArrayList<>();
        if (room < 2) {
            return rows;
        }
        for (News.Item item : items.subList(Math.max(0, items.size() - (room - 1)), items.size())) {
            rows.add(label(rows.isEmpty() ? "lately" : "", width)
                    .add(clock.format(item.when()) + " ", palette::dim)
                    .add(item.text(), tone(item.tone())));
        }
        while (rows.size() < room) {
            rows.add(new Row(width));
        }
        return rows;
    }

    private UnaryOperator<String> tone(News.Tone tone) {
        return switch (tone) {
            case GOOD -> palette::good;
            case NOTABLE -> palette::notable;
            case BAD -> palette::bad;
        };
    }

    /** As many as there is room for. */
    private List<Row> tips(int width, int room) {
        List<Row> rows = new ArrayList<>();
        for (Hints.Hint hint : hints.all()) {
            String name = String.format(Locale.ROOT, "%-8s", hint.name());
            List<String> parts = parts(hint.text(), width - LABEL - name.length());
            if (rows.size() + parts.size() > room) {
                break;
            }
            for (String part : parts) {
                rows.add(label(rows.isEmpty() ? "try" : "", width)
                        .add(name, palette::dim)
                        .add(part));
                name = " ".repeat(name.length());
            }
        }
        return rows;
    }

    /** A command that is too long goes on in the next line, so that it can still be copied. */
    private static List<String> parts(String command, int room) {
        int space = command.length() <= room ? -1 : command.lastIndexOf(' ', room - 2);
        return space < 0
                ? List.of(command)
                : List.of(command.substring(0, space) + " \\", "  " + command.substring(space + 1));
    }

    private Row foot(Snapshot now, int width) {
        Row row = new Row(width).add(" ");
        if (now.phase() == Snapshot.Phase.DRAINING) {
            return row.add("The shop is closed; what was committed is being delivered …", palette::notable);
        }
        return row.add("logs " + hints.log(), palette::dim).right("Ctrl-C ends it cleanly ", palette::strong);
    }

    private Row label(String label, int width) {
        return new Row(width).add(" " + label, palette::dim).to(LABEL);
    }

    static String time(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 3600
                ? String.format(Locale.ROOT, "%02d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String millis(long nanos) {
        if (nanos < 0) {
            return "–";
        }
        double millis = nanos / 1e6;
        return millis < 1000
                ? String.format(Locale.ROOT, "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / 1000);
    }
}

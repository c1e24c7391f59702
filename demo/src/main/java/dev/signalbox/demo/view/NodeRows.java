package dev.signalbox.demo.view;

import dev.signalbox.demo.nodes.NodeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Lays the nodes out, one line each: how it is, what it owns, what it delivers, and how long its lease still is. */
final class NodeRows {
    private static final int MOST = 5;
    private static final int NAME = 7;
    private static final int STATE = 11;
    private static final int NARROWEST_BAR = 4;
    private static final int WIDEST_BAR = 24;
    /** What is left of the bars: rate and lease. */
    private static final int RIGHT = 19;

    private final Palette palette;
    private final int label;

    /** @param label the width of what is at the left of all lines */
    NodeRows(Palette palette, int label) {
        this.palette = palette;
        this.label = label;
    }

    List<Row> of(List<NodeView> nodes, int width) {
        List<Row> rows = new ArrayList<>();
        for (NodeView node : nodes.subList(0, Math.min(MOST, nodes.size()))) {
            Row row = new Row(width)
                    .add(rows.isEmpty() ? " nodes" : "", palette::dim)
                    .to(label);
            row.add(String.format(Locale.ROOT, "%-" + (NAME - 1) + ".6s ", node.name()), palette::strong);
            state(row, node);
            work(row.to(label + NAME + STATE), node);
            rate(row.to(width - RIGHT), node);
            lease(row, node);
            rows.add(row);
        }
        return rows;
    }

    private void state(Row row, NodeView node) {
        switch (node.state()) {
            case UP -> row.add("● up", palette::good);
            case GUEST -> row.add("● guest", palette::good);
            case STARTING -> row.add("◌ starting", palette::notable);
            case KILLED -> row.add("✕ killed", palette::bad);
            case ENDED -> row.add("✕ ended", palette::bad);
        }
    }

    private void work(Row row, NodeView node) {
        UnaryOperator<String> style = isDown(node) ? palette::notable : palette::curve;
        if (!node.isSpread()) {
            row.add(ledBy(node), node.owned() == 0 ? palette::dim : style);
            return;
        }
        int names =
                node.shares().stream().mapToInt(share -> share.relay().length()).sum();
        int each = (row.room() - RIGHT - names) / node.shares().size() - " ".length() - " 64  ".length();
        int bar = Math.clamp(each, NARROWEST_BAR, WIDEST_BAR);
        for (NodeView.Share share : node.shares()) {
            int halves = Math.round(2f * bar * share.owned() / share.all());
            String full = "█".repeat(halves / 2) + "▌".repeat(halves % 2);
            row.add(share.relay() + " ", palette::dim)
                    .add(full, style)
                    .add("░".repeat(bar - full.length()), palette::dim)
                    .add(String.format(Locale.ROOT, "%3d  ", share.owned()));
        }
    }

    /** Where a relay belongs to one node as a whole. */
    private static String ledBy(NodeView node) {
        String relays = node.shares().stream()
                .filter(share -> share.owned() > 0)
                .map(NodeView.Share::relay)
                .collect(Collectors.joining(", "));
        if (!relays.isEmpty()) {
            return (isDown(node) ? "led " : "leads ") + relays;
        }
        return switch (node.state()) {
            case UP, GUEST -> "stands by";
            case STARTING, KILLED, ENDED -> "for " + node.since().toSeconds() + " s";
        };
    }

    private void rate(Row row, NodeView node) {
        if (node.state() == NodeView.State.UP) {
            row.add(String.format(Locale.ROOT, "%4.0f", node.perSecond()), palette::strong)
                    .add("/s");
        } else {
            row.add("   –  ", palette::dim);
        }
    }

    private void lease(Row row, NodeView node) {
        if (node.lease().isEmpty()) {
            return;
        }
        Duration left = node.lease().get();
        String seconds = String.format(Locale.ROOT, "%.1f s", Math.abs(left.toMillis()) / 1000.0);
        if (left.isPositive()) {
            row.add("  lease ", palette::dim).add(seconds, isDown(node) ? palette::notable : palette::dim);
        } else {
            row.add("  ended ", palette::dim).add(seconds, palette::notable);
        }
    }

    private static boolean isDown(NodeView node) {
        return node.state() == NodeView.State.KILLED || node.state() == NodeView.State.ENDED;
    }
}

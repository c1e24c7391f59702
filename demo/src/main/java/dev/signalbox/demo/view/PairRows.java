package dev.signalbox.demo.view;

import dev.signalbox.demo.Snapshot;
import dev.signalbox.demo.nodes.NodeView;
import dev.signalbox.demo.nodes.PairStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Lays the pairs of the event log out, one line each: its state, who leads it, and how far it is. */
final class PairRows {
    private static final int NAME = 28;
    private static final int STATE = 9;
    private static final int LEADER = 6;

    private final Palette palette;
    private final int label;

    /** How a pair is, as far as somebody who watches is concerned. */
    private record State(String text, UnaryOperator<String> style) {}

    /** @param label the width of what is at the left of all lines */
    PairRows(Palette palette, int label) {
        this.palette = palette;
        this.label = label;
    }

    List<Row> of(Snapshot now, int width) {
        List<Row> rows = new ArrayList<>();
        for (Snapshot.Pair pair : now.wallets().pairs()) {
            Row row = new Row(width)
                    .add(rows.isEmpty() ? " wallets" : "", palette::dim)
                    .to(label);
            row.add(name(pair.status())).to(label + NAME);
            State state = state(pair.status(), now.nodes());
            row.add(state.text(), state.style()).to(label + NAME + STATE);
            row.add(
                    String.format(Locale.ROOT, "%-" + LEADER + ".6s", leader(pair.status())),
                    isLed(pair.status(), now.nodes()) ? palette::strong : palette::notable);
            row.add(String.format(Locale.ROOT, "%,7d", pair.delivered()), palette::strong)
                    .add(" delivered");
            row.add("  lag ").add(lag(pair.status()), palette::strong);
            if (row.room() > 15) { // only the position can be done without
                row.add("  at " + Frame.number(pair.status().position()), palette::dim);
            }
            rows.add(row);
        }
        return rows;
    }

    /** The topic, and who gets its events. */
    static String name(PairStatus pair) {
        return pair.topic() + " → " + pair.publisher().replace("Publisher", "");
    }

    static String leader(PairStatus pair) {
        return pair.leader().orElse("nobody");
    }

    static String lag(PairStatus pair) {
        return pair.lag().isPresent() ? Frame.number(pair.lag().getAsLong()) : "–";
    }

    /** In one word. Whoever led it may be dead, and nobody may have taken it over yet. */
    static String word(PairStatus pair, List<NodeView> nodes) {
        String status = pair.status().orElse("BEGINS");
        return status.equals("ACTIVE") && !isLed(pair, nodes) ? "waits" : status.toLowerCase(Locale.ROOT);
    }

    private State state(PairStatus pair, List<NodeView> nodes) {
        String word = word(pair, nodes);
        return switch (word) {
            case "active" -> new State("● " + word, palette::good);
            case "failed" -> new State("✕ " + word, palette::bad);
            default -> new State("◌ " + word, palette::notable);
        };
    }

    private static boolean isLed(PairStatus pair, List<NodeView> nodes) {
        return nodes.stream()
                .filter(node -> node.state() == NodeView.State.UP || node.state() == NodeView.State.GUEST)
                .anyMatch(node -> leader(pair).equals(node.name()));
    }
}

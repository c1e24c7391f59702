package dev.signalbox.demo;

import dev.signalbox.demo.receiver.Ledger;
import dev.signalbox.demo.view.Palette;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is said at the end, and whether all promises were kept. */
final class Summary {
    private static final int MOST_LISTED = 12;

    private final Snapshot.Sold sold;
    private final Audit audit;
    private final Ledger.Totals received;
    private final int kills;
    private final List<String> faults;

    /**
     * @param kills how often a node was killed
     * @param faults of nodes, one sentence each
     */
    Summary(Snapshot.Sold sold, Audit audit, Ledger.Totals received, int kills, List<String> faults) {
        this.sold = sold;
        this.audit = audit;
        this.received = received;
        this.kills = kills;
        this.faults = List.copyOf(faults);
    }

    /** Whether nothing was lost, invented or overtaken, and all nodes ended as they should. */
    boolean promisesKept() {
        return audit.lost() == 0
                && missing() == 0
                && audit.phantoms() == 0
                && received.violations() == 0
                && faults.isEmpty();
    }

    /** Committed messages that are in no table any more. */
    private long missing() {
        return Math.max(0, sold.messages() - audit.rows());
    }

    List<String> lines(Palette palette) {
        List<String> lines = new ArrayList<>();
        lines.add(line("committed", sold.messages(), "messages of " + number(sold.orders()) + " orders"));
        lines.add(line("delivered", audit.delivered(), "in the table and in the receiver's ledger"));
        if (audit.waiting() > 0) {
            lines.add(line("waiting", audit.waiting(), "still PENDING in the table, for the next start"));
        }
        lines.add(
                line("dead-lettered", audit.deadLettered(), audit.deadLettered() == 0 ? "" : "each with its reason:"));
        audit.deadLetters().stream()
                .limit(MOST_LISTED)
                .forEach(letter ->
                        lines.add(palette.dim("    " + letter.id() + "  " + letter.group() + "  " + letter.reason())));
        if (audit.deadLettered() > MOST_LISTED) {
            lines.add(palette.dim("    and " + number(audit.deadLettered() - MOST_LISTED) + " more"));
        }
        lines.add(line("rolled back", sold.rolledBack(), "transactions of the shop, never sent"));
        lines.add(line("nodes killed", kills, "at work, and started again"));
        lines.add(line("duplicates", received.duplicates(), duplicates()));
        lines.add(promise(palette, "sent, never committed", audit.phantoms()));
        lines.add(promise(palette, "order violations", received.violations()));
        lines.add(promise(palette, "lost", audit.lost() + missing()));
        faults.forEach(fault -> lines.add(palette.bad("  " + fault)));
        lines.add(promisesKept() ? palette.good("All promises were kept.") : palette.bad("A promise was broken."));
        return lines;
    }

    private String duplicates() {
        if (received.duplicates() == 0) {
            return "";
        }
        return "kills " + number(received.afterKills()) + ", lost answers " + number(received.afterLostAnswers())
                + ", other " + number(received.unexplained());
    }

    private static String line(String name, long count, String remark) {
        return String.format(Locale.ROOT, "  %-22s %,9d  %s", name, count, remark)
                .stripTrailing();
    }

    private static String promise(Palette palette, String name, long count) {
        String line = line(name, count, "");
        return count == 0 ? palette.good(line) : palette.bad(line);
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}

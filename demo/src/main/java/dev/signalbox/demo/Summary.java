package dev.signalbox.demo;

import static dev.signalbox.demo.SummaryLine.line;
import static dev.signalbox.demo.SummaryLine.number;
import static dev.signalbox.demo.SummaryLine.promise;

import dev.signalbox.demo.bank.Bank;
import dev.signalbox.demo.examples.ExampleAudit;
import dev.signalbox.demo.nodes.PairStatus;
import dev.signalbox.demo.receiver.Ledger;
import dev.signalbox.demo.view.Palette;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is said at the end, and whether all promises were kept. */
final class Summary {
    private static final int MOST_LISTED = 12;

    private final Snapshot.Sold sold;
    private final Audit audit;
    private final Ledger.Totals received;
    private final int kills;
    private final List<String> faults;
    private final Optional<Wallets> wallets;
    private final ExampleAudits examples;

    /** What is known of the event log in the end. */
    record Wallets(Bank.Sums committed, WalletAudit audit, Snapshot.Wallets seen) {
        /** Committed events that are in the log no more. */
        private long missing() {
            return Math.max(0, committed.changes() - audit.rows());
        }
    }

    /**
     * @param kills how often a node was killed
     * @param faults of nodes, one sentence each
     * @param wallets empty where there is no event log
     * @param examples of those that were shown, and had come up
     */
    Summary(
            Snapshot.Sold sold,
            Audit audit,
            Ledger.Totals shopReceived,
            int kills,
            List<String> faults,
            Optional<Wallets> wallets,
            ExampleAudits examples) {
        this.sold = sold;
        this.audit = audit;
        this.wallets = wallets;
        this.examples = examples;
        this.received = wallets.map(it -> it.seen().received())
                .orElse(Ledger.Totals.NONE)
                .plus(shopReceived);
        this.kills = kills;
        this.faults = List.copyOf(faults);
    }

    /** Whether nothing was lost, invented or overtaken, and all nodes ended as they should. */
    boolean promisesKept() {
        return lost() == 0
                && phantoms() == 0
                && violations() == 0
                && faults.isEmpty()
                && examples.all().stream().allMatch(ExampleAudit::promisesKept);
    }

    /** Also counts committed messages that are in no table any more. */
    private long lost() {
        long missing = Math.max(0, sold.messages() - audit.rows());
        return audit.lost()
                + missing
                + wallets.map(it -> it.audit().lost() + it.missing()).orElse(0L)
                + examples.sum(ExampleAudit::lost);
    }

    private long phantoms() {
        return audit.phantoms()
                + wallets.map(it -> it.audit().phantoms()).orElse(0L)
                + examples.sum(ExampleAudit::phantoms);
    }

    private long violations() {
        return received.violations() + examples.sum(ExampleAudit::violations);
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
        wallets.ifPresent(it -> lines.addAll(lines(it)));
        lines.addAll(examples.lines(palette));
        lines.add(line("rolled back", sold.rolledBack(), "transactions of the shop, never sent"));
        lines.add(line("nodes killed", kills, "at work, and started again"));
        lines.add(line("duplicates", received.duplicates(), duplicates()));
        lines.add(promise(palette, "sent, never committed", phantoms()));
        lines.add(promise(palette, "order violations", violations()));
        lines.add(promise(palette, "lost", lost()));
        faults.forEach(fault -> lines.add(palette.bad("  " + fault)));
        lines.add(promisesKept() ? palette.good("All promises were kept.") : palette.bad("A promise was broken."));
        return lines;
    }

    private static List<String> lines(Wallets wallets) {
        WalletAudit audit = wallets.audit();
        List<String> lines = new ArrayList<>();
        lines.add(line(
                "wallet events",
                audit.rows(),
                "of " + number(wallets.committed().commands()) + " commands; "
                        + number(wallets.committed().refused()) + " more were refused"));
        lines.add(line("wallet events arrived", audit.delivered(), "in the log and in the receiver's ledger"));
        if (audit.waiting() > 0) {
            lines.add(line("wallet events waiting", audit.waiting(), "for the next start"));
        }
        if (audit.deadLettered() > 0) {
            lines.add(line("wallet events given up", audit.deadLettered(), "see signalbox.dead_letters"));
        }
        for (Snapshot.Pair pair : wallets.seen().pairs()) {
            PairStatus status = pair.status();
            lines.add(String.format(
                    Locale.ROOT,
                    "    %s to %s: %,d delivered, lag %s",
                    status.topic(),
                    status.publisher(),
                    pair.delivered(),
                    status.lag().isPresent() ? number(status.lag().getAsLong()) : "unknown"));
        }
        return lines;
    }

    private String duplicates() {
        if (received.duplicates() == 0) {
            return "";
        }
        return "kills " + number(received.afterKills()) + ", lost answers " + number(received.afterLostAnswers())
                + ", other " + number(received.unexplained());
    }
}

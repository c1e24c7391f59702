package dev.signalbox.demo;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.bank.Bank;
import dev.signalbox.demo.nodes.Nodes;
import dev.signalbox.demo.nodes.PairStatus;
import dev.signalbox.demo.receiver.WalletLedger;
import dev.signalbox.embedded.process.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks the nodes every half second how far the publishers of the log are, as an operator would. */
final class PairWatch implements Runnable {
    private static final long EVERY = Duration.ofMillis(500).toNanos();

    private final Bank bank;
    private final Nodes nodes;
    private final WalletLedger ledger;
    private final StopSignal ending;
    private final Clock clock;
    private volatile List<Snapshot.Pair> pairs = List.of();

    PairWatch(Bank bank, Nodes nodes, WalletLedger ledger, StopSignal ending, Clock clock) {
        this.bank = bank;
        this.nodes = nodes;
        this.ledger = ledger;
        this.ending = ending;
        this.clock = clock;
    }

    Snapshot.Wallets latest() {
        return new Snapshot.Wallets(ledger.totals(), pairs);
    }

    @Override
    public void run() {
        try {
            do {
                look();
            } while (ending.waitUntil(clock.nanos() + EVERY));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks right now. Returns whether a node answered, and all publishers are done with all that there was. */
    boolean isAllDone() throws InterruptedException {
        return look()
                && !pairs.isEmpty()
                && pairs.stream().allMatch(pair -> pair.status().isDone());
    }

    /** What was known before stays if no node answers. */
    private synchronized boolean look() throws InterruptedException {
        // Counted first, so that no event is taken for published only because it is not in the lag yet.
        Bank.Sums committed = bank.sums();
        Optional<List<PairStatus>> answer = nodes.pairs();
        answer.ifPresent(statuses -> pairs = statuses.stream()
                .map(status -> new Snapshot.Pair(status, delivered(status, committed)))
                .toList());
        return answer.isPresent();
    }

    /** The receiver knows what it has. What others have is what was committed, without what lies behind them. */
    private long delivered(PairStatus pair, Bank.Sums committed) {
        if (pair.publisher().equals(Configuration.RECEIVER)) {
            return ledger.totals().accepted();
        }
        long all = pair.topic().equals("payment-events") ? committed.payments() : committed.changes();
        return pair.lag().isEmpty() ? 0 : Math.max(0, all - pair.lag().getAsLong());
    }
}

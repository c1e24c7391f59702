package dev.signalbox.demo.receiver;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Which events of wallets have arrived, by their positions in the log; and how far each wallet has got. */
public final class WalletLedger {
    private final BitSet arrived = new BitSet();
    private final Map<String, Long> reached = new HashMap<>();
    private final Repeats<Long> repeats = new Repeats<>();
    private long violations;

    /** Enters an arrival. */
    public synchronized Ledger.Arrival enter(String wallet, long position) {
        if (has(position)) {
            return repeats.count(position);
        }
        arrived.set(Math.toIntExact(position));
        if (reached.merge(wallet, position, Math::max) > position) {
            violations++;
            return Ledger.Arrival.OVERTAKEN;
        }
        return Ledger.Arrival.FIRST;
    }

    /** The sender will not learn that this has arrived, and has to repeat it. */
    public synchronized void answerLost(long position) {
        repeats.answerLost(position);
    }

    /** The sender was killed before it could record that this has arrived; another one has to repeat it. */
    public synchronized void senderKilled(long position) {
        repeats.senderKilled(position);
    }

    /** Whether it has arrived. */
    public synchronized boolean has(long position) {
        return arrived.get(Math.toIntExact(position));
    }

    /** How things stand. */
    public synchronized Ledger.Totals totals() {
        return repeats.totals(arrived.cardinality(), violations);
    }
}

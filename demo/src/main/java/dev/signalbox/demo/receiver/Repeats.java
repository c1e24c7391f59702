package dev.signalbox.demo.receiver;

import java.util.HashSet;
import java.util.Set;

/**
 * Counts what arrives again, by the reason.
 *
 * @param <P> what a message is known by
 */
final class Repeats<P> {
    private final Set<P> unanswered = new HashSet<>();
    private final Set<P> interrupted = new HashSet<>();
    private long afterLostAnswers;
    private long afterKills;
    private long unexplained;

    void answerLost(P message) {
        unanswered.add(message);
    }

    void senderKilled(P message) {
        interrupted.add(message);
    }

    Ledger.Arrival count(P message) {
        if (unanswered.contains(message)) {
            afterLostAnswers++;
            return Ledger.Arrival.REPEATED;
        }
        if (interrupted.contains(message)) {
            afterKills++;
        } else {
            unexplained++;
        }
        return Ledger.Arrival.DUPLICATE;
    }

    Ledger.Totals totals(long accepted, long violations) {
        return new Ledger.Totals(accepted, afterLostAnswers, afterKills, unexplained, violations);
    }
}

package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The suspects that a dispatcher has in flight, and its turn among the relays of the process.
 *
 * <p>A crash now counts against these suspects. So no more of them are in flight than each of them allows, and no other
 * relay of the process tries suspects: the turn is taken before the first is recorded as in flight, and ends when all
 * verdicts are recorded.
 */
final class SuspectTrial {
    private final Permits permits;
    /** How many may be in flight together, by the id of each suspect that is or may be recorded as in flight. */
    private final Map<String, Integer> inFlight = new HashMap<>();

    /** The least of these numbers. */
    private int together = Integer.MAX_VALUE;

    private Turn turn = Turn.NONE;

    private enum Turn {
        NONE,
        /** Another relay of the process has the turn: everything but suspects is sent. */
        WAITS,
        TAKEN
    }

    SuspectTrial(Permits permits) {
        this.permits = permits;
    }

    boolean waits() {
        return turn == Turn.WAITS;
    }

    boolean isEmpty() {
        return inFlight.isEmpty();
    }

    /** Whether a suspect is in flight that nothing else may be in flight with. */
    boolean isAlone() {
        return together == 1;
    }

    boolean tryTakeTurn() {
        turn = permits.tryTakeTurn() ? Turn.TAKEN : Turn.WAITS;
        return turn == Turn.TAKEN;
    }

    /** Whether this suspect was sent and its verdict is not recorded yet, so that it may be sent again. */
    boolean contains(Message suspect) {
        return inFlight.containsKey(suspect.id());
    }

    /** Whether this suspect may be sent besides those in flight. */
    boolean admits(Message suspect) {
        return contains(suspect)
                || inFlight.size() < Math.min(together, suspect.suspicion().together());
    }

    void departs(Message suspect) {
        inFlight.put(suspect.id(), suspect.suspicion().together());
        together = Math.min(together, suspect.suspicion().together());
    }

    /** A suspect that is neither recorded nor busy did not belong to this owner any more. */
    void settled(List<Settlement> settlements, SettleResult settleResult) {
        if (inFlight.isEmpty()) {
            return;
        }
        for (Settlement settlement : settlements) {
            String id = settlement.message().id();
            if (!settleResult.busy().contains(id)) {
                inFlight.remove(id);
            }
        }
        together = inFlight.values().stream().mapToInt(Integer::intValue).min().orElse(Integer.MAX_VALUE);
        giveWay();
    }

    /** Returns the turn if it is not used now. */
    void giveWay() {
        if (inFlight.isEmpty() && turn != Turn.NONE) {
            turn = Turn.NONE;
            permits.endTurn();
        }
    }

    void end() {
        inFlight.clear();
        together = Integer.MAX_VALUE;
        giveWay();
    }
}

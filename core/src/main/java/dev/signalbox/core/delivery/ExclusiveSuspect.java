package dev.signalbox.core.delivery;

import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one message that a dispatcher may have exclusively in flight, and its turn among the relays of the process.
 *
 * <p>A crash now counts against the message. So no relay of the process may have another such message: the turn is
 * taken before the message is recorded as in flight, and ends when its verdict is recorded.
 */
final class ExclusiveSuspect {
    private final Permits permits;
    private Stage stage = Stage.NONE;
    private @Nullable String id;

    private enum Stage {
        /** There is none, or it cannot be sent now. */
        NONE,
        /** Another relay of the process has the turn: everything but exclusive messages is sent. */
        WAITS,
        /** It is sent as soon as nothing else of the relay is in flight. */
        NEXT,
        /** It is or may be recorded as the only one in flight: nothing else is sent until it is settled. */
        OUT
    }

    ExclusiveSuspect(Permits permits) {
        this.permits = permits;
    }

    boolean waits() {
        return stage == Stage.WAITS;
    }

    boolean isNext() {
        return stage == Stage.NEXT;
    }

    boolean isOut() {
        return stage == Stage.OUT;
    }

    boolean tryTakeTurn() {
        stage = permits.tryTakeTurn() ? Stage.NEXT : Stage.WAITS;
        return isNext();
    }

    void departs(String message) {
        stage = Stage.OUT;
        id = message;
    }

    /** A message that is neither recorded nor busy did not belong to this owner any more. */
    void settled(List<Settlement> settlements, SettleResult settleResult) {
        boolean over = settlements.stream()
                .map(settlement -> settlement.message().id())
                .anyMatch(it -> it.equals(id) && !settleResult.busy().contains(it));
        if (over) {
            end();
        }
    }

    /** Returns the turn if it is not used now. */
    void giveWay() {
        if (!isOut()) {
            end();
        }
    }

    void end() {
        if (stage != Stage.NONE) {
            stage = Stage.NONE;
            id = null;
            permits.endTurn();
        }
    }
}

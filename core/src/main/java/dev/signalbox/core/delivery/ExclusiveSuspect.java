package dev.signalbox.core.delivery;

import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.SettleResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one message that a dispatcher may have on its way exclusively, and its turn among the relays of the process.
 *
 * <p>If the process ends now, that counts against the message. So there must not be another one of which that is true, in
 * no relay: the turn is taken before the message is recorded as in flight, and ends when its verdict has been recorded.
 */
final class ExclusiveSuspect {
    private final Permits permits;
    private Stage stage = Stage.NONE;
    private @Nullable String id;

    private enum Stage {
        /** There is none, or it can't be sent now anyway. */
        NONE,
        /** Another relay of the process has the turn: everything but exclusive messages goes on. */
        WAITS,
        /** It goes as soon as nothing else of the relay is in flight. */
        NEXT,
        /** It is or may be recorded as the only one in flight: nothing else goes until it is settled. */
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

    /** What is neither recorded nor busy was not ours any more, and so not ours to wait for. */
    void settled(List<Settlement> settlements, SettleResult settleResult) {
        boolean over = settlements.stream()
                .map(settlement -> settlement.message().id())
                .anyMatch(it -> it.equals(id) && !settleResult.busy().contains(it));
        if (over) {
            end();
        }
    }

    /** Lets others have the turn that is not used now. */
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

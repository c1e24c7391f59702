package dev.signalbox.postgres.notify;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.postgres.notify.ListeningSession.ArmedBy;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The wake-up of one table, armed while its relay is idle.
 *
 * <p>Holding the table's advisory lock arms it. The lock is available only when no open transaction holds it shared; later
 * writers find it taken, and notify. So no row is missed if the relay reads once more after arming.
 */
final class TableWakeUp {
    /** The delay before it is armed again after a wake-up, so that the relay has time to react. */
    private static final Duration AFTER_CHANGE = Duration.ofMillis(50);

    private static final Duration WHILE_WRITERS_WORK = Duration.ofMillis(500);
    /** How soon this node notices that the node whose lock covered it is gone. */
    private static final Duration WHILE_COVERED = Duration.ofSeconds(5);

    private final String table;
    private final int number;
    private final WakeUpTarget target;
    private ArmedBy armedBy = ArmedBy.NONE;
    private long notBefore = Long.MIN_VALUE;

    TableWakeUp(String table, int number, WakeUpTarget target) {
        this.table = table;
        this.number = number;
        this.target = target;
    }

    int number() {
        return number;
    }

    /** A listener exists again: wakes the relay, because notifications may have been lost. */
    void begin() {
        target.wakeUps(PollSchedule.WakeUps.UNARMED);
        target.wake();
    }

    /** The listener is gone. */
    void end() {
        armedBy = ArmedBy.NONE;
        target.wakeUps(PollSchedule.WakeUps.ABSENT);
    }

    /** The trigger is gone, but the session remains. */
    void leave(ListeningSession session) throws SQLException {
        boolean ours = armedBy == ArmedBy.OURS;
        end();
        if (ours) {
            session.disarm(number, table);
        }
    }

    /** Reports new rows. */
    void wake(ListeningSession session, long now) throws SQLException {
        target.wake();
        if (armedBy != ArmedBy.NONE) {
            disarm(session, now);
        }
    }

    /** Arms the wake-up if the relay is idle, and disarms it if the relay is awake for another reason. */
    void tend(ListeningSession session, long now) throws SQLException {
        boolean idle = target.isIdle();
        if (!idle && armedBy != ArmedBy.NONE) {
            disarm(session, now);
        } else if (idle && armedBy != ArmedBy.OURS && now >= notBefore) {
            arm(session, now);
        }
    }

    private void arm(ListeningSession session, long now) throws SQLException {
        ArmedBy before = armedBy;
        armedBy = session.arm(number);
        notBefore = now + (armedBy == ArmedBy.NONE ? WHILE_WRITERS_WORK : WHILE_COVERED).toNanos();
        if (armedBy != before) {
            target.wakeUps(armedBy == ArmedBy.NONE ? PollSchedule.WakeUps.UNARMED : PollSchedule.WakeUps.ARMED);
        }
    }

    private void disarm(ListeningSession session, long now) throws SQLException {
        target.wakeUps(PollSchedule.WakeUps.UNARMED);
        boolean ours = armedBy == ArmedBy.OURS;
        armedBy = ArmedBy.NONE;
        notBefore = now + AFTER_CHANGE.toNanos();
        if (ours) {
            session.disarm(number, table);
        }
    }
}

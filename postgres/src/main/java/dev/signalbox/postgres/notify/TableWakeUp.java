package dev.signalbox.postgres.notify;

import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.postgres.notify.ListeningSession.ArmedBy;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The alarm of one table, set while its relay sleeps.
 *
 * <p>It is set by holding the table's lock. That can be had only while no writer that found it free is still at work;
 * whoever writes later finds it taken, and tells. So nothing is missed, if the relay looks once more after it is set.
 */
final class TableWakeUp {
    /** How soon after a change it may be set again, so that the relay has had time to answer to the change. */
    private static final Duration AFTER_CHANGE = Duration.ofMillis(50);

    private static final Duration WHILE_WRITERS_WORK = Duration.ofMillis(500);
    /** How soon we notice that the node whose lock covered us has gone without a word. */
    private static final Duration WHILE_COVERED = Duration.ofSeconds(5);

    private final String table;
    private final int number;
    private final WakeUpTarget wakeUpTarget;
    private ArmedBy armedBy = ArmedBy.NONE;
    private long notBefore = Long.MIN_VALUE;

    TableWakeUp(String table, int number, WakeUpTarget wakeUpTarget) {
        this.table = table;
        this.number = number;
        this.wakeUpTarget = wakeUpTarget;
    }

    int number() {
        return number;
    }

    /** There is a listener again: whatever it did not hear has to be looked for. */
    void begin() {
        wakeUpTarget.wakeUps(PollSchedule.WakeUps.UNARMED);
        wakeUpTarget.wake();
    }

    /** Nobody listens any more. */
    void end() {
        armedBy = ArmedBy.NONE;
        wakeUpTarget.wakeUps(PollSchedule.WakeUps.ABSENT);
    }

    /** The trigger is gone, while the session goes on. */
    void leave(ListeningSession session) throws SQLException {
        boolean ours = armedBy == ArmedBy.OURS;
        end();
        if (ours) {
            session.disarm(number, table);
        }
    }

    /** There are new rows. */
    void wake(ListeningSession session, long now) throws SQLException {
        wakeUpTarget.wake();
        if (armedBy != ArmedBy.NONE) {
            disarm(session, now);
        }
    }

    /** Sets the alarm if the relay has become idle, and stops it if the relay is awake for another reason. */
    void tend(ListeningSession session, long now) throws SQLException {
        boolean idle = wakeUpTarget.isIdle();
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
            wakeUpTarget.wakeUps(armedBy == ArmedBy.NONE ? PollSchedule.WakeUps.UNARMED : PollSchedule.WakeUps.ARMED);
        }
    }

    private void disarm(ListeningSession session, long now) throws SQLException {
        wakeUpTarget.wakeUps(PollSchedule.WakeUps.UNARMED);
        boolean ours = armedBy == ArmedBy.OURS;
        armedBy = ArmedBy.NONE;
        notBefore = now + AFTER_CHANGE.toNanos();
        if (ours) {
            session.disarm(number, table);
        }
    }
}

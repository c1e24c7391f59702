package dev.signalbox.postgres.notify;

import dev.signalbox.core.delivery.Pace;
import dev.signalbox.core.relay.Sleeper;
import dev.signalbox.postgres.notify.ListeningSession.Cover;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The alarm of one table, set while its relay sleeps.
 *
 * <p>It is set by holding the table's lock. That can be had only while no writer that found it free is still at work;
 * whoever writes later finds it taken, and tells. So nothing is missed, if the relay looks once more after it is set.
 */
final class Alarm {
    /** How soon after a change it may be set again, so that the relay has had time to answer to the change. */
    private static final Duration AFTER_CHANGE = Duration.ofMillis(50);

    private static final Duration WHILE_WRITERS_WORK = Duration.ofMillis(500);
    /** How soon we notice that the node whose lock covered us has gone without a word. */
    private static final Duration WHILE_COVERED = Duration.ofSeconds(5);

    private final String table;
    private final int number;
    private final Sleeper sleeper;
    private Cover cover = Cover.NONE;
    private long notBefore = Long.MIN_VALUE;

    Alarm(String table, int number, Sleeper sleeper) {
        this.table = table;
        this.number = number;
        this.sleeper = sleeper;
    }

    int number() {
        return number;
    }

    /** There is a listener again: whatever it did not hear has to be looked for. */
    void begin() {
        sleeper.wakeUps(Pace.WakeUps.UNARMED);
        sleeper.wake();
    }

    /** Nobody listens any more. */
    void end() {
        cover = Cover.NONE;
        sleeper.wakeUps(Pace.WakeUps.ABSENT);
    }

    /** The trigger is gone, while the session goes on. */
    void leave(ListeningSession session) throws SQLException {
        boolean ours = cover == Cover.OURS;
        end();
        if (ours) {
            session.disarm(number, table);
        }
    }

    /** There are new rows. */
    void ring(ListeningSession session, long now) throws SQLException {
        sleeper.wake();
        if (cover != Cover.NONE) {
            disarm(session, now);
        }
    }

    /** Sets the alarm if the relay has become idle, and stops it if the relay is awake for another reason. */
    void tend(ListeningSession session, long now) throws SQLException {
        boolean idle = sleeper.isIdle();
        if (!idle && cover != Cover.NONE) {
            disarm(session, now);
        } else if (idle && cover != Cover.OURS && now >= notBefore) {
            arm(session, now);
        }
    }

    private void arm(ListeningSession session, long now) throws SQLException {
        Cover before = cover;
        cover = session.arm(number);
        notBefore = now + (cover == Cover.NONE ? WHILE_WRITERS_WORK : WHILE_COVERED).toNanos();
        if (cover != before) {
            sleeper.wakeUps(cover == Cover.NONE ? Pace.WakeUps.UNARMED : Pace.WakeUps.ARMED);
        }
    }

    private void disarm(ListeningSession session, long now) throws SQLException {
        sleeper.wakeUps(Pace.WakeUps.UNARMED);
        boolean ours = cover == Cover.OURS;
        cover = Cover.NONE;
        notBefore = now + AFTER_CHANGE.toNanos();
        if (ours) {
            session.disarm(number, table);
        }
    }
}

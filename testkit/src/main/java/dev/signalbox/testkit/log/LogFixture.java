package dev.signalbox.testkit.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeadLetter;
import dev.signalbox.core.log.DeferredGroupRow;
import dev.signalbox.core.log.EventLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A log with one feed, and what applications and operators do to them. */
public interface LogFixture extends AutoCloseable {
    /** An application's transaction. Its number is taken with its first event, unless it was taken before. */
    interface Writer {
        /** Writes something else first. */
        void takeXid();

        /** Appends an event of the feed's topic at the next position, and returns that. */
        long append(@Nullable String group);

        /** Appends one at a position that was taken before. */
        void appendAt(long position, @Nullable String group);

        /** Appends an event of another topic. */
        void appendOther();

        void commit();

        void rollBack();
    }

    Writer begin();

    /** Takes the next position, for an event that is appended later. */
    long takePosition();

    EventLog feed();

    Incarnation join(String name);

    /** Another node takes over: the incarnation has lost its lease. */
    void fence(Incarnation incarnation);

    /** So much time passes that the next unclean end has nothing to do with those before. */
    void outdateEnds();

    /** An operator writes the position by SQL. */
    void moveTo(long position);

    void pause(boolean wanted);

    /** An operator replays a dead letter, or an event that stops others. */
    void replay(long position);

    Cursor cursor();

    List<Long> ahead();

    List<DeferredGroupRow> deferredGroups();

    List<DeadLetter> deadLetters();

    @Override
    void close();
}

package dev.signalbox.runtime.admin;

import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where an operator turns to about the pairs of topic and publisher of one log. Whoever acts is named, for the log and the
 * other operators.
 */
public interface LogAdmin {
    /** One publisher of one topic. */
    record FeedId(String log, String topic, String publisher) {}

    /** All pairs, in the order of the configuration, without asking the database. */
    List<FeedId> feeds();

    /** What is missing before anything can be said about the pairs or done to them, null if nothing is. */
    @Nullable
    String missing();

    /** How these pairs are, in their order; where the database does not answer, each view says so. */
    List<FeedView> views(List<FeedId> feedIds);

    /** Who works on each pair, as its database says. */
    List<FeedView.Leadership> leaders(List<FeedId> feedIds) throws SourceException;

    /** How often this node looks for events of each pair. */
    List<FeedView.PollBackoff> backoffs(List<FeedId> feedIds) throws SourceException;

    /** Has a pair rest; one that rests already goes on resting. */
    void pause(String by, FeedId feedId) throws SourceException, RefusedException;

    /** Ends a rest, if there is one. */
    void resume(String by, FeedId feedId) throws SourceException, RefusedException;

    /** Makes a pair active and forgets its errors. Where it shall go on from elsewhere, it is put there. */
    void reset(String by, FeedId feedId, @Nullable LogStart from) throws SourceException, RefusedException;

    /**
     * Events that were given up, in the order of their positions.
     *
     * @param after only those behind this position
     */
    List<DeadLetterView> deadLetters(FeedId feedId, long after, int limit) throws SourceException;

    /** Has an event that was given up, or that stops those behind it, tried again; false if there is none there. */
    boolean replay(String by, FeedId feedId, long position) throws SourceException, RefusedException;
}

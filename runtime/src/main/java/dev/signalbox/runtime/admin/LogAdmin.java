package dev.signalbox.runtime.admin;

import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operator can do with the feeds of one log. Each action takes the name of the operator, for the log output and the
 * other operators.
 */
public interface LogAdmin {
    /** Names one feed: one topic of a log, delivered by one publisher. */
    record FeedId(String log, String topic, String publisher) {}

    /** All feeds, in the order of the configuration, without a query. */
    List<FeedId> feeds();

    /** What is missing before feeds can be shown or changed, null if nothing is. */
    @Nullable
    String missing();

    /** The views of these feeds, in the same order; if the database does not answer, each view says so. */
    List<FeedView> views(List<FeedId> feedIds);

    /** The node that works on each feed, as the database records it. */
    List<FeedView.Leadership> leaders(List<FeedId> feedIds) throws SourceException;

    /** How often this node polls for events of each feed. */
    List<FeedView.PollBackoff> backoffs(List<FeedId> feedIds) throws SourceException;

    /** Pauses a feed; no effect on a paused feed. */
    void pause(String by, FeedId feedId) throws SourceException, RefusedException;

    /** Resumes a feed; no effect on a feed that is not paused. */
    void resume(String by, FeedId feedId) throws SourceException, RefusedException;

    /** Makes a feed active and clears its errors. If a start is given, moves its cursor there. */
    void reset(String by, FeedId feedId, @Nullable LogStart from) throws SourceException, RefusedException;

    /**
     * The dead letters of a feed, ordered by position.
     *
     * @param after only those with a higher position
     */
    List<DeadLetterView> deadLetters(FeedId feedId, long after, int limit) throws SourceException;

    /** Retries a dead letter, or the event that blocks those after it; false if there is none at this position. */
    boolean replay(String by, FeedId feedId, long position) throws SourceException, RefusedException;
}

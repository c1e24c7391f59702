package dev.signalbox.runtime.office;

import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.config.LogStart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where an operator turns to about the pairs of topic and publisher of one log. Whoever acts is named, for the log and the
 * other operators.
 */
public interface LogOffice {
    /** One publisher of one topic. */
    record Pair(String log, String topic, String publisher) {}

    /** All pairs, in the order of the configuration, without asking the database. */
    List<Pair> pairs();

    /** What is missing before anything can be said about the pairs or done to them, null if nothing is. */
    @Nullable
    String missing();

    /** How these pairs are, in their order; where the database does not answer, each view says so. */
    List<PublisherView> views(List<Pair> pairs);

    /** Who works on each pair, as its database says. */
    List<PublisherView.Leadership> leaders(List<Pair> pairs) throws SourceException;

    /** How often this node looks for events of each pair. */
    List<PublisherView.Backoff> backoffs(List<Pair> pairs) throws SourceException;

    /** Has a pair rest; one that rests already goes on resting. */
    void pause(String by, Pair pair) throws SourceException, RefusedException;

    /** Ends a rest, if there is one. */
    void resume(String by, Pair pair) throws SourceException, RefusedException;

    /** Makes a pair active and forgets its errors. Where it shall go on from elsewhere, it is put there. */
    void reset(String by, Pair pair, @Nullable LogStart from) throws SourceException, RefusedException;

    /**
     * Events that were given up, in the order of their positions.
     *
     * @param after only those behind this position
     */
    List<DeadLetterView> deadLetters(Pair pair, long after, int limit) throws SourceException;

    /** Has an event that was given up, or that stops those behind it, tried again; false if there is none there. */
    boolean replay(String by, Pair pair, long position) throws SourceException, RefusedException;
}

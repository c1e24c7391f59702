package dev.signalbox.runtime.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One pair of topic and publisher as the API shows it. Members without a value are shown as null, as users of the
 * document's API have it.
 *
 * @param status null if the database did not say
 * @param lastPosition up to which all events are delivered, given up or set aside
 * @param lag how many events of the topic lie behind it
 * @param lagEstimated whether there may be more or fewer
 * @param lastPublishedAt when its progress was last written
 * @param leader the node that works on it
 * @param parked groups and single events that were set aside and wait for their next attempt
 * @param deadLetters events that were given up
 * @param horizon who keeps committed events from being read, null if nobody does
 * @param problem what keeps it from working as it should, null if nothing does
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record FeedView(
        @JsonUnwrapped LogAdmin.FeedId feed,
        @Nullable Status status,
        @Nullable Long lastPosition,
        @Nullable Long lag,
        @Nullable Boolean lagEstimated,
        @Nullable Integer errorCount,
        @Nullable String lastError,
        @Nullable Instant lastPublishedAt,
        @Nullable String leader,
        @Nullable Long parked,
        @Nullable Long deadLetters,
        @Nullable OldestTransaction horizon,
        @Nullable String problem) {

    /** A pair of which nothing is known but why. */
    public static FeedView unknown(LogAdmin.FeedId feedId, String problem) {
        return new FeedView(feedId, null, null, null, null, null, null, null, null, null, null, null, problem);
    }

    /** What the pair's row says. */
    public enum Status {
        ACTIVE,
        PAUSED,
        /** An event that was given up stops all behind it. */
        FAILED
    }

    /**
     * The transaction that has been open for the longest time, so that nothing of those after it is safe to read.
     *
     * @param pid of its session; null for a prepared transaction, which has a gid instead
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record OldestTransaction(
            @Nullable Integer pid,
            @Nullable String gid,
            double ageSeconds,
            @Nullable String application,
            @Nullable String username,
            @Nullable String state) {}

    /**
     * Who works on a pair.
     *
     * @param leader null if nobody does
     * @param here whether it is this node
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Leadership(
            @JsonUnwrapped LogAdmin.FeedId feed,
            @Nullable String leader,
            @Nullable Instant leaderSince,
            @Nullable Instant leaderHeartbeat,
            boolean here) {}

    /**
     * How often a node looks for events of a pair.
     *
     * @param emptyPolls how often it found nothing, one after the other
     * @param backingOff whether it looks less often than usual
     * @param intervalMillis the wait until it looks again
     */
    public record PollBackoff(
            @JsonUnwrapped LogAdmin.FeedId feed, int emptyPolls, boolean backingOff, long intervalMillis) {}
}

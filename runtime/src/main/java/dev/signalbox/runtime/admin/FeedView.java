package dev.signalbox.runtime.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One feed as the API shows it. Members without a value are shown as null, because clients of the replaced API expect
 * them.
 *
 * @param status null if it could not be read from the database
 * @param lastPosition up to which all events are delivered, dead-lettered or deferred
 * @param lag how many events of the topic have a higher position
 * @param lagEstimated whether the lag is an estimate
 * @param lastPublishedAt when its cursor was last written
 * @param leader the node that works on it
 * @param parked deferred groups and ungrouped events that wait for their next attempt
 * @param deadLetters how many events are dead-lettered
 * @param horizon the transaction that keeps committed events from being read, null if there is none
 * @param problem why the feed does not work as it should, null if it does
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

    /** A feed whose state cannot be read, for the reason given. */
    public static FeedView unknown(LogAdmin.FeedId feedId, String problem) {
        return new FeedView(feedId, null, null, null, null, null, null, null, null, null, null, null, problem);
    }

    /** The status in the feed's row. */
    public enum Status {
        ACTIVE,
        PAUSED,
        /** A dead-lettered event blocks all events after it. */
        FAILED
    }

    /**
     * The transaction that has been open longest. Events of later transactions cannot be read safely.
     *
     * @param pid the process id of its session; null for a prepared transaction, which has a gid instead
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
     * The node that works on a feed.
     *
     * @param leader null if no node works on it
     * @param here whether the leader is this node
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Leadership(
            @JsonUnwrapped LogAdmin.FeedId feed,
            @Nullable String leader,
            @Nullable Instant leaderSince,
            @Nullable Instant leaderHeartbeat,
            boolean here) {}

    /**
     * How often a node polls for events of a feed.
     *
     * @param emptyPolls how many polls in a row found nothing
     * @param backingOff whether it polls less often than usual
     * @param intervalMillis the wait until the next poll
     */
    public record PollBackoff(
            @JsonUnwrapped LogAdmin.FeedId feed, int emptyPolls, boolean backingOff, long intervalMillis) {}
}

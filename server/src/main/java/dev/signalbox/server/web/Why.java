package dev.signalbox.server.web;

import dev.signalbox.core.operation.Reason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reason as the administration API tells it: a word for programs, a sentence for people, and the facts. */
final class Why {
    private final Map<String, Object> members = new LinkedHashMap<>();

    private Why(String word, String sentence) {
        members.put("reason", word);
        members.put("text", sentence);
    }

    private Why and(String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
        return this;
    }

    static Map<String, Object> of(Reason reason) {
        return why(reason).members;
    }

    private static Why why(Reason reason) {
        return switch (reason) {
            case Reason.Delivered(Instant at) ->
                new Why("delivered", "It is delivered" + when(", since ", at) + ".").and("at", at);
            case Reason.DeadLetter(Instant at, String why) ->
                new Why("failed", "It was given up" + when(" at ", at) + said(why) + ". Retry or discard it.")
                        .and("at", at)
                        .and("lastError", why);
            case Reason.Predecessor ahead ->
                new Why(
                                "predecessor",
                                "Message " + ahead.id() + " of its group comes first, and is " + ahead.state() + ".")
                        .and("id", ahead.id())
                        .and("state", ahead.state());
            case Reason.Backoff backoff -> backoff(backoff);
            case Reason.DestinationUnavailable outage ->
                new Why(
                                "destination-unavailable",
                                "The destination has been unavailable since " + shown(outage.since())
                                        + said(outage.reason()) + ". It is tried again at " + shown(outage.nextProbe())
                                        + ".")
                        .and("since", outage.since())
                        .and("cause", outage.reason())
                        .and("nextProbe", outage.nextProbe());
            case Reason.Paused paused -> paused(paused);
            case Reason.InFlight(Instant since) ->
                new Why("in-flight", "It is on its way to the destination since " + shown(since) + ".")
                        .and("since", since);
            case Reason.Recording() -> new Why("recording", "What came of it is being written down.");
            case Reason.Queued() ->
                new Why("queued", "This node has it in memory, and sends it with one of the next requests.");
            case Reason.ClaimedByNode claim -> claimed(claim);
            case Reason.ClaimedByStranger(Instant since, Instant until) ->
                new Why(
                                "claimed-by-stranger",
                                "It is marked as being processed" + when(" since ", since)
                                        + ", but by no node of ours." + when(" It is taken back at ", until)
                                        + (until == null ? "" : "."))
                        .and("since", since)
                        .and("until", until);
            case Reason.OwnedByNode(String node, int shard) ->
                new Why(
                                "owned-by-node",
                                node == null
                                        ? "This node does not work on it; another one may, which is not recorded here."
                                        : "Node " + node + " works on its shard " + shard + ": ask there for more.")
                        .and("node", node)
                        .and("shard", shard);
            case Reason.GroupHeld(String id, String why) ->
                new Why(
                                "group-held",
                                "Its group is held up by the failed message " + id + said(why)
                                        + ". Retry or discard that one.")
                        .and("id", id)
                        .and("lastError", why);
            case Reason.NoOwner(int shard) ->
                new Why("no-owner", "No node works on its shard " + shard + " at the moment.").and("shard", shard);
            case Reason.NextInLine() ->
                new Why("next-in-line", "Nothing keeps it: it is taken as soon as a claim comes to it.");
        };
    }

    private static Why backoff(Reason.Backoff backoff) {
        String who = backoff.attempts() > 0
                ? "It failed" + said(backoff.lastError()) + ", and"
                : "A message of its group failed, and the group";
        return new Why("backoff", who + " waits for the next attempt at " + shown(backoff.until()) + ".")
                .and("until", backoff.until())
                .and("attempts", backoff.attempts())
                .and("lastError", backoff.lastError());
    }

    private static Why paused(Reason.Paused paused) {
        String by = paused.by() == null ? "" : " by " + paused.by();
        return new Why(
                        "paused",
                        "The relay is paused" + when(" since ", paused.since()) + by + said(paused.reason()) + ".")
                .and("since", paused.since())
                .and("by", paused.by())
                .and("cause", paused.reason());
    }

    private static Why claimed(Reason.ClaimedByNode claim) {
        String since = when(" since ", claim.since());
        String sentence = claim.node() == null
                ? "It was claimed" + since + " by a node that has ended, and is taken back soon."
                : "Node " + claim.node() + " has claimed it" + since + ": ask there for more.";
        return new Why("claimed-by-node", sentence)
                .and("node", claim.node())
                .and("incarnation", claim.incarnation())
                .and("since", claim.since());
    }

    private static String when(String before, @Nullable Instant moment) {
        return moment == null ? "" : before + shown(moment);
    }

    /** To the second, which is enough for a sentence. */
    private static Instant shown(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String said(@Nullable String reason) {
        return reason == null || reason.isBlank() ? "" : " (" + reason + ")";
    }
}

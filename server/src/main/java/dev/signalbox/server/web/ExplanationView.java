package dev.signalbox.server.web;

import dev.signalbox.core.admin.DeliveryExplanation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reason in the administration API: a code for programs, a sentence for people, and details. */
final class ExplanationView {
    private final Map<String, Object> members = new LinkedHashMap<>();

    private ExplanationView(String word, String sentence) {
        members.put("reason", word);
        members.put("text", sentence);
    }

    private ExplanationView and(String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
        return this;
    }

    static Map<String, Object> of(DeliveryExplanation explanation) {
        return view(explanation).members;
    }

    private static ExplanationView view(DeliveryExplanation explanation) {
        return switch (explanation) {
            case DeliveryExplanation.Delivered(Instant at) ->
                new ExplanationView("delivered", "It is delivered" + when(", since ", at) + ".").and("at", at);
            case DeliveryExplanation.DeadLetter(Instant at, String why) -> deadLetter(at, why);
            case DeliveryExplanation.Predecessor ahead ->
                new ExplanationView(
                                "predecessor",
                                "Message " + ahead.id() + " of its group comes first, and is " + ahead.state() + ".")
                        .and("id", ahead.id())
                        .and("state", ahead.state());
            case DeliveryExplanation.Backoff backoff -> backoff(backoff);
            case DeliveryExplanation.DestinationUnavailable outage -> unavailable(outage);
            case DeliveryExplanation.Paused paused -> paused(paused);
            case DeliveryExplanation.InFlight(Instant since) ->
                new ExplanationView("in-flight", "It is on its way to the destination since " + shown(since) + ".")
                        .and("since", since);
            case DeliveryExplanation.Recording() -> new ExplanationView("recording", "Its outcome is being recorded.");
            case DeliveryExplanation.Queued() ->
                new ExplanationView(
                        "queued", "This node has it in memory, and sends it with one of the next requests.");
            case DeliveryExplanation.ClaimedByNode claim -> claimed(claim);
            case DeliveryExplanation.ClaimedByStranger(Instant since, Instant until) -> claimedByOther(since, until);
            case DeliveryExplanation.OwnedByNode(String node, int shard) -> owned(node, shard);
            case DeliveryExplanation.GroupHeld(String id, String why) -> groupHeld(id, why);
            case DeliveryExplanation.NoOwner(int shard) ->
                new ExplanationView("no-owner", "No node works on its shard " + shard + " at the moment.")
                        .and("shard", shard);
            case DeliveryExplanation.NextInLine() ->
                new ExplanationView("next-in-line", "Nothing blocks it: one of the next claims takes it.");
        };
    }

    private static ExplanationView deadLetter(@Nullable Instant at, @Nullable String why) {
        String sentence = "It was given up" + when(" at ", at) + inParentheses(why) + ". Retry or discard it.";
        return new ExplanationView("failed", sentence).and("at", at).and("lastError", why);
    }

    private static ExplanationView unavailable(DeliveryExplanation.DestinationUnavailable outage) {
        return new ExplanationView(
                        "destination-unavailable",
                        "The destination has been unavailable since " + shown(outage.since())
                                + inParentheses(outage.reason()) + ". It is tried again at " + shown(outage.nextProbe())
                                + ".")
                .and("since", outage.since())
                .and("cause", outage.reason())
                .and("nextProbe", outage.nextProbe());
    }

    private static ExplanationView claimedByOther(@Nullable Instant since, @Nullable Instant until) {
        return new ExplanationView(
                        "claimed-by-stranger",
                        "It is marked as being processed" + when(" since ", since) + ", but by no Signalbox node."
                                + when(" It is released at ", until) + (until == null ? "" : "."))
                .and("since", since)
                .and("until", until);
    }

    private static ExplanationView owned(@Nullable String node, int shard) {
        String sentence = node == null
                ? "This node does not work on it; another one may, which is not recorded here."
                : "Node " + node + " works on its shard " + shard + ": ask there for more.";
        return new ExplanationView("owned-by-node", sentence).and("node", node).and("shard", shard);
    }

    private static ExplanationView groupHeld(String id, @Nullable String why) {
        return new ExplanationView(
                        "group-held",
                        "Its group is held up by the failed message " + id + inParentheses(why)
                                + ". Retry or discard that one.")
                .and("id", id)
                .and("lastError", why);
    }

    private static ExplanationView backoff(DeliveryExplanation.Backoff backoff) {
        String who = backoff.attempts() > 0
                ? "It failed" + inParentheses(backoff.lastError()) + ", and"
                : "A message of its group failed, and the group";
        return new ExplanationView("backoff", who + " waits for the next attempt at " + shown(backoff.until()) + ".")
                .and("until", backoff.until())
                .and("attempts", backoff.attempts())
                .and("lastError", backoff.lastError());
    }

    private static ExplanationView paused(DeliveryExplanation.Paused paused) {
        String by = paused.by() == null ? "" : " by " + paused.by();
        return new ExplanationView(
                        "paused",
                        "The relay is paused" + when(" since ", paused.since()) + by + inParentheses(paused.reason())
                                + ".")
                .and("since", paused.since())
                .and("by", paused.by())
                .and("cause", paused.reason());
    }

    private static ExplanationView claimed(DeliveryExplanation.ClaimedByNode claim) {
        String since = when(" since ", claim.since());
        String sentence = claim.node() == null
                ? "It was claimed" + since + " by a node that has ended, and is released soon."
                : "Node " + claim.node() + " has claimed it" + since + ": ask there for more.";
        return new ExplanationView("claimed-by-node", sentence)
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

    private static String inParentheses(@Nullable String reason) {
        return reason == null || reason.isBlank() ? "" : " (" + reason + ")";
    }
}

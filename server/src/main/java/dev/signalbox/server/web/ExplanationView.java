package dev.signalbox.server.web;

import dev.signalbox.core.admin.DeliveryExplanation;
import dev.signalbox.core.admin.MessageState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reason in the administration API: a code for programs, a sentence for people, and details. */
final class ExplanationView {
    private ExplanationView() {}

    static Map<String, Object> of(DeliveryExplanation explanation) {
        return switch (explanation) {
            case DeliveryExplanation.Delivered(Instant at) ->
                view("delivered", "It is delivered" + when(", since ", at) + ".", "at", at);
            case DeliveryExplanation.DeadLetter(Instant at, String why) -> deadLetter(at, why);
            case DeliveryExplanation.Predecessor(String id, MessageState state) -> predecessor(id, state);
            case DeliveryExplanation.Backoff backoff -> backoff(backoff);
            case DeliveryExplanation.DestinationUnavailable outage -> unavailable(outage);
            case DeliveryExplanation.Paused paused -> paused(paused);
            case DeliveryExplanation.InFlight(Instant since) ->
                view("in-flight", "It is on its way to the destination since " + shown(since) + ".", "since", since);
            case DeliveryExplanation.Recording() -> view("recording", "Its outcome is being recorded.");
            case DeliveryExplanation.Queued() ->
                view("queued", "This node has it in memory, and sends it with one of the next requests.");
            case DeliveryExplanation.ClaimedByNode claim -> claimed(claim);
            case DeliveryExplanation.ClaimedByStranger(Instant since, Instant until) -> claimedByOther(since, until);
            case DeliveryExplanation.OwnedByNode(String node, int shard) -> owned(node, shard);
            case DeliveryExplanation.GroupHeld(String id, String why) -> groupHeld(id, why);
            case DeliveryExplanation.NoOwner(int shard) ->
                view("no-owner", "No node works on its shard " + shard + " at the moment.", "shard", shard);
            case DeliveryExplanation.NextInLine() ->
                view("next-in-line", "Nothing blocks it: one of the next claims takes it.");
        };
    }

    /** @param details names and values; what is null is left out */
    private static Map<String, Object> view(String reason, String text, @Nullable Object... details) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("reason", reason);
        members.put("text", text);
        for (int i = 0; i < details.length; i += 2) {
            Object value = details[i + 1];
            if (value != null) {
                members.put(String.valueOf(details[i]), value);
            }
        }
        return members;
    }

    private static Map<String, Object> predecessor(String id, MessageState state) {
        String text = "Message " + id + " of its group comes first, and is " + state + ".";
        return view("predecessor", text, "id", id, "state", state);
    }

    private static Map<String, Object> deadLetter(@Nullable Instant at, @Nullable String why) {
        String text = "It was given up" + when(" at ", at) + inParentheses(why) + ". Retry or discard it.";
        return view("failed", text, "at", at, "lastError", why);
    }

    private static Map<String, Object> unavailable(DeliveryExplanation.DestinationUnavailable outage) {
        Instant since = outage.since();
        Instant nextProbe = outage.nextProbe();
        String text = "The destination has been unavailable since " + shown(since) + inParentheses(outage.reason())
                + ". It is tried again at " + shown(nextProbe) + ".";
        return view("destination-unavailable", text, "since", since, "cause", outage.reason(), "nextProbe", nextProbe);
    }

    private static Map<String, Object> claimedByOther(@Nullable Instant since, @Nullable Instant until) {
        String text = "It is marked as being processed" + when(" since ", since) + ", but by no Signalbox node."
                + when(" It is released at ", until) + (until == null ? "" : ".");
        return view("claimed-by-stranger", text, "since", since, "until", until);
    }

    private static Map<String, Object> owned(@Nullable String node, int shard) {
        String text = node == null
                ? "This node does not work on it; another one may, which is not recorded here."
                : "Node " + node + " works on its shard " + shard + ": ask there for more.";
        return view("owned-by-node", text, "node", node, "shard", shard);
    }

    private static Map<String, Object> groupHeld(String id, @Nullable String why) {
        String text = "Its group is held up by the failed message " + id + inParentheses(why)
                + ". Retry or discard that one.";
        return view("group-held", text, "id", id, "lastError", why);
    }

    private static Map<String, Object> backoff(DeliveryExplanation.Backoff backoff) {
        String error = backoff.lastError();
        String who = backoff.attempts() > 0
                ? "It failed" + inParentheses(error) + ", and"
                : "A message of its group failed, and the group";
        String text = who + " waits for the next attempt at " + shown(backoff.until()) + ".";
        return view("backoff", text, "until", backoff.until(), "attempts", backoff.attempts(), "lastError", error);
    }

    private static Map<String, Object> paused(DeliveryExplanation.Paused paused) {
        String by = paused.by() == null ? "" : " by " + paused.by();
        String text =
                "The relay is paused" + when(" since ", paused.since()) + by + inParentheses(paused.reason()) + ".";
        return view("paused", text, "since", paused.since(), "by", paused.by(), "cause", paused.reason());
    }

    private static Map<String, Object> claimed(DeliveryExplanation.ClaimedByNode claim) {
        String node = claim.node();
        Instant since = claim.since();
        String text = node == null
                ? "It was claimed" + when(" since ", since) + " by a node that has ended, and is released soon."
                : "Node " + node + " has claimed it" + when(" since ", since) + ": ask there for more.";
        return view("claimed-by-node", text, "node", node, "incarnation", claim.incarnation(), "since", since);
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

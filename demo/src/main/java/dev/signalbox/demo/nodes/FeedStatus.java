package dev.signalbox.demo.nodes;

import java.util.Locale;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * A feed of the event log, as a node reports it.
 *
 * @param status active, paused or failed; new until a node starts it
 * @param position up to which all events are delivered or deferred
 * @param lag events of its topic behind that position
 * @param deferredGroups groups that wait beside the position
 * @param leader the node that worked on it last, which may be dead
 */
public record FeedStatus(
        String topic,
        String publisher,
        String status,
        long position,
        OptionalLong lag,
        long deferredGroups,
        String leader) {

    static FeedStatus parse(JsonNode feed) {
        return new FeedStatus(
                feed.path("topic").asString(),
                feed.path("publisher").asString(),
                feed.path("status").asString("new").toLowerCase(Locale.ROOT),
                feed.path("lastPosition").asLong(0),
                feed.path("lag").isNumber() ? OptionalLong.of(feed.path("lag").asLong()) : OptionalLong.empty(),
                feed.path("parked").asLong(0),
                feed.path("leader").asString("–"));
    }

    /** Whether all events of its topic are delivered. */
    public boolean isDone() {
        return deferredGroups == 0 && lag.orElse(1) == 0;
    }

    /** Its position and lag, for use in a text. */
    public String progress() {
        String behind = lag.isPresent() ? String.format(Locale.ROOT, "%,d", lag.getAsLong()) : "unknown";
        return String.format(Locale.ROOT, "position %,d, lag %s", position, behind);
    }
}

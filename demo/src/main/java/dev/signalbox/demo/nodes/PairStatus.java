package dev.signalbox.demo.nodes;

import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * A pair of topic and publisher, as a node tells of it.
 *
 * @param status ACTIVE, PAUSED or FAILED; empty before anybody has begun with it
 * @param position up to which everything is done, or set aside
 * @param lag how many events of its topic lie behind that
 * @param parked groups that were set aside
 * @param leader the node that worked on it last; it may be dead
 */
public record PairStatus(
        String topic,
        String publisher,
        Optional<String> status,
        long position,
        OptionalLong lag,
        long parked,
        Optional<String> leader) {

    static PairStatus of(JsonNode pair) {
        return new PairStatus(
                pair.path("topic").asString(),
                pair.path("publisher").asString(),
                text(pair.path("status")),
                pair.path("lastPosition").asLong(0),
                pair.path("lag").isNumber() ? OptionalLong.of(pair.path("lag").asLong()) : OptionalLong.empty(),
                pair.path("parked").asLong(0),
                text(pair.path("leader")));
    }

    private static Optional<String> text(JsonNode value) {
        return value.isString() ? Optional.of(value.asString()) : Optional.empty();
    }

    /** Whether all that is in its topic was published. */
    public boolean isDone() {
        return parked == 0 && lag.orElse(1) == 0;
    }
}

package dev.signalbox.platform.matching;

import dev.signalbox.platform.event.EventDraft;

/**
 * What decides which subscriptions may match an event.
 *
 * @param client who posts the event; empty for the anchor
 */
public record MatchingKey(String type, String client) {
    public static MatchingKey of(EventDraft event) {
        return new MatchingKey(event.type(), event.client());
    }
}

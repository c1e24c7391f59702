package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.sink.SinkLimits;

/**
 * What a sink makes of messages, where they go, and how many it takes at once.
 *
 * @param exchange empty for the default exchange, where the routing key is a queue's name
 * @param topology what is declared before something is published
 * @param body what a message's body is
 * @param appId who says that it sent a message
 * @param eventHeaders whether an event's position and tags become headers
 * @param strictOrder whether a message of a group waits for the confirm of the one before it in any case
 * @param maxMessageBytes larger bodies are refused, before the broker closes the channel over them
 * @param limits how much one call takes
 */
public record RabbitSinkSettings(
        String exchange,
        RoutingKeyRule routing,
        Topology topology,
        Body body,
        String appId,
        boolean eventHeaders,
        boolean strictOrder,
        int maxMessageBytes,
        SinkLimits limits) {

    /** What a message's body is. */
    public enum Body {
        /** The payload as it is. */
        PAYLOAD,
        /** A JSON object around the payload that says which event it is, of what. */
        EVENT
    }

    /** As much as RabbitMQ takes unless it is told otherwise. */
    public static final int MAX_MESSAGE_BYTES = 128 << 20;

    /**
     * Checks all settings.
     *
     * @throws IllegalArgumentException if one is not allowed; the message names it
     */
    public RabbitSinkSettings {
        Shortstr.checked("exchange", exchange);
        Shortstr.checked("app id", appId);
        if (maxMessageBytes < 1) {
            throw new IllegalArgumentException("a message has at most " + maxMessageBytes
                    + " bytes: at least 1 is needed, and RabbitMQ takes " + MAX_MESSAGE_BYTES);
        }
        String fault = topology.faultWith(exchange);
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
    }

    /** To an exchange that is there, by the type of each message. */
    public static RabbitSinkSettings of(String exchange) {
        return new RabbitSinkSettings(
                exchange,
                RoutingKeyRule.template("{type}"),
                Topology.NONE,
                Body.PAYLOAD,
                "signalbox",
                false,
                false,
                MAX_MESSAGE_BYTES,
                new SinkLimits(500, 4L << 20));
    }

    public RabbitSinkSettings withRouting(RoutingKeyRule keys) {
        return new RabbitSinkSettings(
                exchange, keys, topology, body, appId, eventHeaders, strictOrder, maxMessageBytes, limits);
    }

    public RabbitSinkSettings withTopology(Topology declared) {
        return new RabbitSinkSettings(
                exchange, routing, declared, body, appId, eventHeaders, strictOrder, maxMessageBytes, limits);
    }

    public RabbitSinkSettings withBody(Body form) {
        return new RabbitSinkSettings(
                exchange, routing, topology, form, appId, eventHeaders, strictOrder, maxMessageBytes, limits);
    }

    public RabbitSinkSettings withAppId(String id) {
        return new RabbitSinkSettings(
                exchange, routing, topology, body, id, eventHeaders, strictOrder, maxMessageBytes, limits);
    }

    public RabbitSinkSettings withEventHeaders(boolean wanted) {
        return new RabbitSinkSettings(
                exchange, routing, topology, body, appId, wanted, strictOrder, maxMessageBytes, limits);
    }

    public RabbitSinkSettings withStrictOrder(boolean wanted) {
        return new RabbitSinkSettings(
                exchange, routing, topology, body, appId, eventHeaders, wanted, maxMessageBytes, limits);
    }

    public RabbitSinkSettings withMaxMessageBytes(int most) {
        return new RabbitSinkSettings(
                exchange, routing, topology, body, appId, eventHeaders, strictOrder, most, limits);
    }

    public RabbitSinkSettings withLimits(SinkLimits most) {
        return new RabbitSinkSettings(
                exchange, routing, topology, body, appId, eventHeaders, strictOrder, maxMessageBytes, most);
    }
}

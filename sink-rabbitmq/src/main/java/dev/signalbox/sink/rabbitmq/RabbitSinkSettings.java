package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.sink.SinkLimits;

/**
 * How a sink maps messages, where they go, and its limits.
 *
 * @param exchange empty for the default exchange, where the routing key is a queue's name
 * @param topology what to declare before publishing
 * @param body what a message's body contains
 * @param appId the AMQP property {@code app-id}
 * @param eventHeaders whether an event's position and tags become headers
 * @param strictOrder whether a message of a group always waits for the confirm of the previous one
 * @param maxMessageBytes larger bodies are refused, before the broker closes the channel over them
 * @param limits the limits of one call
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

    /** What a message's body contains. */
    public enum Body {
        /** The payload, unchanged. */
        PAYLOAD,
        /** A JSON object that contains the payload and describes the event. */
        EVENT
    }

    /** RabbitMQ's default limit. */
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

    /** Publishes to an existing exchange, with each message's type as the routing key. */
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

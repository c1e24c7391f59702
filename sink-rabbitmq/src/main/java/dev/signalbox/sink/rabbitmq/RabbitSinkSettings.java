package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.sink.Sink.SinkLimits;

/**
 * How a sink maps messages, where they go, and its limits.
 *
 * @param exchange empty for the default exchange, where the routing key is a queue's name
 * @param strictOrder whether a message of a group always waits for the confirm of the previous one
 */
public record RabbitSinkSettings(
        String exchange,
        RoutingKeyRule routing,
        Topology topology,
        Format format,
        boolean strictOrder,
        SinkLimits limits) {

    public enum Body {
        PAYLOAD,
        /** A JSON object that contains the payload and describes the event. */
        EVENT
    }

    /**
     * The form of a message.
     *
     * @param eventHeaders whether an event's position and tags become headers
     * @param maxBytes larger bodies are refused, before the broker closes the channel over them
     */
    public record Format(Body body, boolean eventHeaders, int maxBytes) {
        public static final int MAX_BYTES = 128 << 20;
        public static final Format DEFAULTS = new Format(Body.PAYLOAD, false, MAX_BYTES);

        public Format {
            if (maxBytes < 1) {
                throw new IllegalArgumentException("a message has at most " + maxBytes
                        + " bytes: at least 1 is needed, and RabbitMQ takes " + MAX_BYTES);
            }
        }
    }

    public RabbitSinkSettings {
        Shortstr.checked("exchange", exchange);
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
                Format.DEFAULTS,
                false,
                new SinkLimits(500, 4L << 20));
    }

    public RabbitSinkSettings withRouting(RoutingKeyRule keys) {
        return new RabbitSinkSettings(exchange, keys, topology, format, strictOrder, limits);
    }

    public RabbitSinkSettings withTopology(Topology declared) {
        return new RabbitSinkSettings(exchange, routing, declared, format, strictOrder, limits);
    }

    public RabbitSinkSettings withFormat(Format form) {
        return new RabbitSinkSettings(exchange, routing, topology, form, strictOrder, limits);
    }
}

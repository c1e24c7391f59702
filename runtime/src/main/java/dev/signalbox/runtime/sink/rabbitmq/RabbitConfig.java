package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkEnvironment;
import dev.signalbox.runtime.sink.SinkFactory;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.rabbitmq.RabbitSink;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A RabbitMQ broker. */
public record RabbitConfig(
        Common common,
        Connection connection,
        Routing routing,
        Topology topology,
        Body body,
        boolean eventHeaders,
        boolean strictOrder,
        int maxMessageBytes)
        implements SinkConfig {

    @Override
    public SinkType type() {
        return RabbitSinkType.INSTANCE;
    }

    /** Each address may be tried before one takes the batch. */
    @Override
    public Duration longestSend() {
        return connection
                .connectTimeout()
                .multipliedBy(connection.addresses().size())
                .plus(connection.confirmTimeout());
    }

    @Override
    public URI address(Optional<String> path) {
        return URI.create("rabbitmq://" + String.join(",", connection.addresses()));
    }

    @Override
    public void check(SettingValues settingValues) {
        RabbitRules.check(settingValues, this);
    }

    /** Each relay has a connection of its own. */
    @Override
    public SinkFactory factory(SinkEnvironment environment) {
        return address -> new RabbitSink(
                RabbitTopologySettings.broker(this), RabbitTopologySettings.sink(this), environment.clock());
    }

    /**
     * How to reach it.
     *
     * @param addresses each {@code host:port}, tried in turn
     */
    public record Connection(
            List<String> addresses,
            String virtualHost,
            String username,
            Secret password,
            Optional<Tls> tls,
            Duration connectTimeout,
            Duration confirmTimeout,
            Duration heartbeat,
            int maxChannels) {}

    /** How the connection is encrypted, and who is believed. */
    public record Tls(Optional<Store> trustStore, Optional<Store> keyStore, boolean verifyHostname) {}

    /** A file of keys or certificates. */
    public record Store(Path file, Optional<Secret> password, StoreType type) {}

    /** How such a file is written. */
    public enum StoreType {
        /** The usual one. */
        PKCS12,
        /** Java's own. */
        JKS
    }

    /**
     * Where messages go.
     *
     * @param exchange empty for the default exchange
     * @param key a template
     * @param keys routing keys by the template's value; without them the value is the key
     */
    public record Routing(String exchange, String key, Map<String, String> keys) {}

    /**
     * What is declared before something is published.
     *
     * @param queues each {@code queue=binding}
     * @param deadLetterQueue the name of the queue of what consumers reject, with {@code {queue}} in it
     */
    public record Topology(
            boolean declared,
            ExchangeType exchangeType,
            List<String> queues,
            QueueType queueType,
            Optional<String> deadLetterQueue) {}

    /** How an exchange finds queues. */
    public enum ExchangeType {
        /** By patterns of the routing key. */
        TOPIC,
        /** By the routing key itself. */
        DIRECT,
        /** All that are bound. */
        FANOUT,
        /** By headers. */
        HEADERS
    }

    /** How a queue is kept. */
    public enum QueueType {
        /** On one node. */
        CLASSIC,
        /** On several, by their majority. */
        QUORUM
    }

    /** What a message's body is. */
    public enum Body {
        /** The payload as it is. */
        PAYLOAD,
        /** A JSON object that says which event it is, with the payload in it. */
        EVENT
    }
}

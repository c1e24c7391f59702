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

    /** A call may try every address before one accepts the batch. */
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

    /** Each relay has its own connection. */
    @Override
    public SinkFactory factory(SinkEnvironment environment) {
        return address -> new RabbitSink(
                RabbitTopologySettings.broker(this), RabbitTopologySettings.sink(this), environment.clock());
    }

    /**
     * How to connect to the broker.
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

    /** The TLS settings: which certificates are trusted, and the client's own. */
    public record Tls(Optional<Store> trustStore, Optional<Store> keyStore, boolean verifyHostname) {}

    /** A key store or trust store. */
    public record Store(Path file, Optional<Secret> password, StoreType type) {}

    /** The format of a store. */
    public enum StoreType {
        /** The standard format, and the default. */
        PKCS12,
        /** Java's own format. */
        JKS
    }

    /**
     * The exchange and the routing keys.
     *
     * @param exchange empty for the default exchange
     * @param key the template of the routing key
     * @param keys routing keys by the template's value; if empty, the value is the key
     */
    public record Routing(String exchange, String key, Map<String, String> keys) {}

    /**
     * What the sink declares before it publishes.
     *
     * @param queues each {@code queue=binding}
     * @param deadLetterQueue the name of the dead-letter queue of a queue, with {@code {queue}} in it
     */
    public record Topology(
            boolean declared,
            ExchangeType exchangeType,
            List<String> queues,
            QueueType queueType,
            Optional<String> deadLetterQueue) {}

    /** How an exchange routes to queues. */
    public enum ExchangeType {
        /** By patterns of the routing key. */
        TOPIC,
        /** By the routing key itself. */
        DIRECT,
        /** To all bound queues. */
        FANOUT,
        /** By headers. */
        HEADERS
    }

    /** How the broker stores a queue. */
    public enum QueueType {
        /** On one node. */
        CLASSIC,
        /** Replicated to several nodes. */
        QUORUM
    }

    /** The body of a message. */
    public enum Body {
        /** The payload as it is. */
        PAYLOAD,
        /** A JSON object that identifies the event and contains the payload. */
        EVENT
    }
}

package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkEnvironment;
import dev.signalbox.runtime.sink.SinkFactory;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.rabbitmq.RabbitSink;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;
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
    public void check(SettingValues values) {
        check(values, this);
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

    /**
     * Checks a broker whose settings are not below a sink.
     *
     * @param connection the setting to report for problems of the connection
     * @param routing the setting to report for problems of routing keys and queues
     */
    public static void check(SettingValues values, RabbitConfig rabbit, Setting<?> connection, Setting<?> routing) {
        SinkSettings.judge(values, connection, "", () -> RabbitTopologySettings.broker(rabbit));
        SinkSettings.judge(
                values,
                routing,
                "",
                () -> RabbitSinkSettings.of(rabbit.routing().exchange())
                        .withRouting(RabbitTopologySettings.routing(rabbit))
                        .withTopology(RabbitTopologySettings.topology(rabbit)));
    }

    static void check(SettingValues values, RabbitConfig rabbit) {
        String sink = rabbit.name();
        SinkSettings.judge(values, RabbitSinkType.ADDRESSES, sink, () -> RabbitTopologySettings.broker(rabbit));
        SinkSettings.judge(values, RabbitSinkType.ROUTING_KEY, sink, () -> RabbitTopologySettings.routing(rabbit));
        SinkSettings.judge(
                values,
                RabbitSinkType.QUEUES,
                sink,
                () -> RabbitSinkSettings.of(rabbit.routing().exchange())
                        .withTopology(RabbitTopologySettings.topology(rabbit)));
        boolean declares = rabbit.topology().declared();
        for (Setting<?> setting : new Setting<?>[] {
            RabbitSinkType.QUEUES,
            RabbitSinkType.QUEUE_TYPE,
            RabbitSinkType.DEAD_LETTER_QUEUE,
            RabbitSinkType.EXCHANGE_TYPE
        }) {
            if (!declares && values.isGiven(setting, sink)) {
                values.contradiction(setting, sink, "means nothing while declare is false");
            }
        }
        rabbit.topology().deadLetterQueue().ifPresent(name -> {
            if (!name.contains(RabbitTopologySettings.QUEUE)
                    && rabbit.topology().queues().size() > 1) {
                values.contradiction(
                        RabbitSinkType.DEAD_LETTER_QUEUE, sink, "needs {queue} in it where there are several queues");
            }
        });
    }
}

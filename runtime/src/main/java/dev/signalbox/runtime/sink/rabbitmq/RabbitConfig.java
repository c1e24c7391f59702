package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.core.message.Glob;
import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.settings.LoopbackHost;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.rabbitmq.BrokerAddress;
import dev.signalbox.sink.rabbitmq.RabbitBrokerSettings;
import dev.signalbox.sink.rabbitmq.RabbitLogin;
import dev.signalbox.sink.rabbitmq.RabbitSink;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;
import dev.signalbox.sink.rabbitmq.RabbitTls;
import dev.signalbox.sink.rabbitmq.RoutingKeyRule;
import dev.signalbox.sink.rabbitmq.Topology;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A RabbitMQ broker. */
public record RabbitConfig(Common common, RabbitBrokerSettings broker, RabbitSinkSettings sink) implements SinkConfig {
    static final String QUEUE = "{queue}";

    @Override
    public SinkType type() {
        return RabbitSinkType.INSTANCE;
    }

    /** A call may try every address before one accepts the batch. */
    @Override
    public Duration longestSend() {
        return broker.times()
                .connect()
                .multipliedBy(broker.addresses().size())
                .plus(broker.times().confirm());
    }

    @Override
    public URI address(Optional<String> path) {
        return URI.create("rabbitmq://"
                + broker.addresses().stream().map(BrokerAddress::toString).collect(Collectors.joining(",")));
    }

    @Override
    public List<String> warnings() {
        String what = sink.exchange().isEmpty() ? "queue" : "routing key";
        return sink.routing().isOpen()
                ? List.of("the messages of the sink " + name() + " choose their " + what
                        + ": who may insert messages chooses any " + what + "; limit them by "
                        + RabbitSinkType.ALLOWED_ROUTING_KEYS.keyFor(name()))
                : List.of();
    }

    @Override
    public Optional<InsecureTransport> insecureTransport() {
        RabbitTls tls = broker.tls();
        if (broker.addresses().stream().allMatch(address -> LoopbackHost.is(address.host()))) {
            return Optional.empty();
        }
        if (tls == null) {
            return Optional.of(new InsecureTransport(
                    RabbitSinkType.TLS.enabled(), "sends the password unencrypted to another host", "it must be true"));
        }
        return tls.verifyHostname()
                ? Optional.empty()
                : Optional.of(new InsecureTransport(
                        RabbitSinkType.TLS.verifyHostname(),
                        "sends the password to another host whose name the certificate need not have",
                        "it must be true"));
    }

    /** Each relay has its own connection. */
    @Override
    public SinkFactory factory(SinkEnvironment environment) {
        return address -> new RabbitSink(broker, sink, environment.clock());
    }

    /**
     * The settings of a connection.
     *
     * @param addresses each {@code host:port}, tried in turn
     */
    public static RabbitBrokerSettings broker(
            String name, List<String> addresses, RabbitLogin login, Optional<RabbitTls> tls) {
        int usualPort = tls.isPresent() ? BrokerAddress.TLS_PORT : BrokerAddress.PORT;
        return RabbitBrokerSettings.of(
                        name,
                        addresses.stream()
                                .map(address -> BrokerAddress.of(address, usualPort))
                                .toList(),
                        login)
                .withTls(tls.orElse(null));
    }

    /**
     * @param keys routing keys by the template's value; if empty, the value is the key
     * @param allowed patterns of the keys that messages may choose; empty if they may choose any
     */
    public static RoutingKeyRule routing(String template, Map<String, String> keys, List<String> allowed) {
        return keys.isEmpty()
                ? RoutingKeyRule.template(
                        template, allowed.stream().map(Glob::new).toList())
                : RoutingKeyRule.table(template, keys);
    }

    /**
     * What the sink declares before it publishes.
     *
     * @param exchange empty for the default exchange
     * @param queues each {@code queue=binding}; a queue may have several bindings, and on the default exchange it has none
     * @param deadLetterQueue the name of the dead-letter queue of a queue, with {@code {queue}} in it
     */
    public static Topology topology(
            String exchange,
            String exchangeType,
            List<String> queues,
            Topology.QueueType queueType,
            Optional<String> deadLetterQueue) {
        Topology topology = exchange.isEmpty() ? Topology.NONE : Topology.exchange(exchangeType);
        for (Map.Entry<String, List<String>> queue : bindings(queues).entrySet()) {
            Optional<Topology.DeadLetters> letters =
                    deadLetterQueue.map(template -> Topology.DeadLetters.to(template.replace(QUEUE, queue.getKey())));
            List<String> bindings = exchange.isEmpty() ? List.of() : queue.getValue();
            topology =
                    topology.withQueue(new Topology.Queue(queue.getKey(), queueType, bindings, letters.orElse(null)));
        }
        return topology;
    }

    private static Map<String, List<String>> bindings(List<String> queues) {
        return queues.stream()
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.groupingBy(
                        pair -> pair[0].strip(),
                        LinkedHashMap::new,
                        Collectors.mapping(pair -> pair[1].strip(), Collectors.toList())));
    }
}

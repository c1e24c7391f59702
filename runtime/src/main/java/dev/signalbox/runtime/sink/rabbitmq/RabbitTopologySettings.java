package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.sink.rabbitmq.BrokerAddress;
import dev.signalbox.sink.rabbitmq.RabbitBrokerSettings;
import dev.signalbox.sink.rabbitmq.RabbitLogin;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;
import dev.signalbox.sink.rabbitmq.RabbitTimeouts;
import dev.signalbox.sink.rabbitmq.RabbitTls;
import dev.signalbox.sink.rabbitmq.RoutingKeyRule;
import dev.signalbox.sink.rabbitmq.Topology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Converts the configuration of a RabbitMQ broker to the settings of its sink. */
public final class RabbitTopologySettings {
    static final String QUEUE = "{queue}";

    private RabbitTopologySettings() {}

    static RabbitBrokerSettings broker(RabbitConfig rabbit) {
        RabbitConfig.Connection connection = rabbit.connection();
        int usualPort = connection.tls().isPresent() ? BrokerAddress.TLS_PORT : BrokerAddress.PORT;
        return RabbitBrokerSettings.of(
                        rabbit.name(),
                        connection.addresses().stream()
                                .map(address -> BrokerAddress.of(address, usualPort))
                                .toList(),
                        new RabbitLogin(
                                connection.username(), connection.password().value()))
                .withVirtualHost(connection.virtualHost())
                .withTls(connection.tls().map(RabbitTopologySettings::tls).orElse(null))
                .withTimes(new RabbitTimeouts(
                        connection.connectTimeout(), connection.confirmTimeout(), connection.heartbeat()))
                .withMaxChannels(connection.maxChannels());
    }

    private static RabbitTls tls(RabbitConfig.Tls tls) {
        return new RabbitTls(
                tls.trustStore().map(RabbitTopologySettings::store).orElse(null),
                tls.keyStore().map(RabbitTopologySettings::store).orElse(null),
                tls.verifyHostname());
    }

    private static RabbitTls.Store store(RabbitConfig.Store store) {
        return new RabbitTls.Store(
                store.file(),
                store.password().map(Secret::value).orElse(""),
                store.type().name());
    }

    static RoutingKeyRule routing(RabbitConfig rabbit) {
        RabbitConfig.Routing routing = rabbit.routing();
        return routing.keys().isEmpty()
                ? RoutingKeyRule.template(routing.key())
                : RoutingKeyRule.table(routing.key(), routing.keys());
    }

    /** What the sink declares before it publishes. */
    public static Topology topology(RabbitConfig rabbit) {
        RabbitConfig.Topology declared = rabbit.topology();
        if (!declared.declared()) {
            return Topology.NONE;
        }
        Topology topology = rabbit.routing().exchange().isEmpty()
                ? Topology.NONE
                : Topology.exchange(word(declared.exchangeType()));
        for (Map.Entry<String, List<String>> queue : bindings(declared.queues()).entrySet()) {
            topology = topology.withQueue(queue(queue.getKey(), queue.getValue(), rabbit));
        }
        return topology;
    }

    /** A queue may have several bindings; a queue on the default exchange has none. */
    private static Map<String, List<String>> bindings(List<String> queues) {
        return queues.stream()
                .collect(Collectors.groupingBy(
                        pair -> pair.substring(0, pair.indexOf('=')).strip(),
                        LinkedHashMap::new,
                        Collectors.mapping(
                                pair -> pair.substring(pair.indexOf('=') + 1).strip(), Collectors.toList())));
    }

    private static Topology.Queue queue(String name, List<String> bindings, RabbitConfig rabbit) {
        boolean unbound = rabbit.routing().exchange().isEmpty();
        Optional<Topology.DeadLetters> letters = rabbit.topology()
                .deadLetterQueue()
                .map(template -> Topology.DeadLetters.to(template.replace(QUEUE, name)));
        return new Topology.Queue(
                name,
                switch (rabbit.topology().queueType()) {
                    case CLASSIC -> Topology.QueueType.CLASSIC;
                    case QUORUM -> Topology.QueueType.QUORUM;
                },
                unbound ? List.of() : bindings,
                letters.orElse(null));
    }

    private static String word(Enum<?> type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    static RabbitSinkSettings sink(RabbitConfig rabbit) {
        RabbitSinkSettings.Body body = switch (rabbit.body()) {
            case PAYLOAD -> RabbitSinkSettings.Body.PAYLOAD;
            case EVENT -> RabbitSinkSettings.Body.EVENT;
        };
        return new RabbitSinkSettings(
                rabbit.routing().exchange(),
                routing(rabbit),
                topology(rabbit),
                new RabbitSinkSettings.Format(body, rabbit.eventHeaders(), rabbit.maxMessageBytes()),
                rabbit.strictOrder(),
                rabbit.limits().batch());
    }
}

package dev.signalbox.sink.rabbitmq;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to connect to a broker.
 *
 * @param name how we call it; operators see it in the connection's name
 * @param addresses of its nodes, tried in turn
 * @param maxChannels the maximum number of concurrent calls; others wait
 */
public record RabbitBrokerSettings(
        String name,
        List<BrokerAddress> addresses,
        String virtualHost,
        RabbitLogin login,
        @Nullable RabbitTls tls,
        RabbitTimeouts times,
        int maxChannels) {

    public static final int MAX_CHANNELS = 32;

    private static final int MOST_CHANNELS = 1_000;

    public RabbitBrokerSettings {
        addresses = List.copyOf(addresses);
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("RabbitMQ " + name + " has no address: give host:port");
        }
        if (virtualHost.isEmpty()) {
            throw new IllegalArgumentException(
                    "the virtual host of RabbitMQ " + name + " is empty: the usual one is /");
        }
        if (maxChannels < 1 || maxChannels > MOST_CHANNELS) {
            throw new IllegalArgumentException("RabbitMQ " + name + " is to have " + maxChannels
                    + " channels at most: between 1 and " + MOST_CHANNELS + " are allowed");
        }
        Shortstr.checked("connection name", "signalbox-" + name);
    }

    public static RabbitBrokerSettings of(String name, List<BrokerAddress> addresses, RabbitLogin login) {
        return new RabbitBrokerSettings(name, addresses, "/", login, null, RabbitTimeouts.DEFAULTS, MAX_CHANNELS);
    }

    public RabbitBrokerSettings withVirtualHost(String host) {
        return new RabbitBrokerSettings(name, addresses, host, login, tls, times, maxChannels);
    }

    public RabbitBrokerSettings withTls(@Nullable RabbitTls how) {
        return new RabbitBrokerSettings(name, addresses, virtualHost, login, how, times, maxChannels);
    }

    public RabbitBrokerSettings withTimes(RabbitTimeouts limits) {
        return new RabbitBrokerSettings(name, addresses, virtualHost, login, tls, limits, maxChannels);
    }

    public RabbitBrokerSettings withMaxChannels(int most) {
        return new RabbitBrokerSettings(name, addresses, virtualHost, login, tls, times, most);
    }

    String connectionName() {
        return "signalbox-" + name;
    }
}

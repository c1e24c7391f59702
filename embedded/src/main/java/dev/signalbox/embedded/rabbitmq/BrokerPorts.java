package dev.signalbox.embedded.rabbitmq;

import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;

/**
 * The ports of a broker, on the loopback address only.
 *
 * @param amqp for clients
 * @param tls for clients that use TLS
 * @param distribution for Erlang's own connections, which {@code rabbitmqctl} opens
 * @param control for the other end of those connections
 * @param names for epmd, Erlang's port mapper
 */
record BrokerPorts(int amqp, int tls, int distribution, int control, int names) {
    static BrokerPorts find(int amqp) throws IOException {
        return new BrokerPorts(amqp, FreePort.find(), FreePort.find(), FreePort.find(), FreePort.find());
    }
}

package dev.signalbox.embedded.rabbitmq;

import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;

/**
 * Where a broker listens, all of it on the loopback address only.
 *
 * @param amqp for clients
 * @param tls for clients that speak TLS
 * @param distribution for Erlang's own connections, which {@code rabbitmqctl} makes
 * @param control for the other side of those
 * @param names for Erlang's directory of nodes
 */
record BrokerPorts(int amqp, int tls, int distribution, int control, int names) {
    static BrokerPorts find(int amqp) throws IOException {
        return new BrokerPorts(amqp, FreePort.find(), FreePort.find(), FreePort.find(), FreePort.find());
    }
}

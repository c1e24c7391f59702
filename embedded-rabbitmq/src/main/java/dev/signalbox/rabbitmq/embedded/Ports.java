package dev.signalbox.rabbitmq.embedded;

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
record Ports(int amqp, int tls, int distribution, int control, int names) {
    static Ports find(int amqp) throws IOException {
        return new Ports(amqp, FreePort.find(), FreePort.find(), FreePort.find(), FreePort.find());
    }
}

package dev.signalbox.kafka.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports below those that outgoing connections get: while a broker is down, a client that keeps calling could be given
 * the very port that it calls, be connected to itself, and keep the broker from its port.
 */
final class FreePort {
    private static final int LOWEST = 15_000;
    private static final int BEYOND = 32_000;
    private static final int TRIES = 100;

    private FreePort() {}

    static int find() throws IOException {
        IOException last = new IOException("not tried");
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, BEYOND);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                last = taken;
            }
        }
        throw new IOException("no free port found from " + LOWEST + " to " + BEYOND, last);
    }
}

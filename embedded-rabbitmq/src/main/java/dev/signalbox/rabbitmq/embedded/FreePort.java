package dev.signalbox.rabbitmq.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Finds ports that no outgoing connection is given, so that a broker which was killed gets its own port again. */
final class FreePort {
    private static final int LOWEST = 15_000;
    private static final int BEYOND = 32_000;
    private static final int TRIES = 100;

    private FreePort() {}

    static int find() throws IOException {
        return IntStream.range(0, TRIES)
                .map(_ -> ThreadLocalRandom.current().nextInt(LOWEST, BEYOND))
                .filter(FreePort::isFree)
                .findFirst()
                .orElseThrow(() -> new IOException("no free port found from " + LOWEST + " to " + BEYOND));
    }

    private static boolean isFree(int port) {
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}

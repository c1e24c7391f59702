package dev.signalbox.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports of this machine on which nobody listens. */
public final class Ports {
    private static final int NEIGHBOURS = 20;
    /** Below those that systems give to outgoing connections. */
    private static final int LOWEST_LASTING = 15_000;

    private static final int BEYOND_LASTING = 32_000;
    private static final int TRIES = 100;

    private Ports() {}

    /** Any. */
    public static int any() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /**
     * One that no outgoing connection is given, for somebody who listens there only later, or again after a while: on a busy
     * machine any other may be taken by then.
     */
    public static int lasting() throws IOException {
        return ThreadLocalRandom.current()
                .ints(TRIES, LOWEST_LASTING, BEYOND_LASTING)
                .filter(Ports::isFree)
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "no free port was found from " + LOWEST_LASTING + " to " + (BEYOND_LASTING - 1)));
    }

    /** The first of some that follow one another, or any if they are all taken; 0 for any. */
    public static int from(int first) throws IOException {
        for (int port = first; first > 0 && port < first + NEIGHBOURS; port++) {
            if (isFree(port)) {
                return port;
            }
        }
        return any();
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}

package dev.signalbox.embedded.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports of the loopback address below the ephemeral range, so that a server that listens later, or again after a
 * crash, finds its port free. Otherwise a client that keeps reconnecting could get the very port that it connects to as its
 * own, and connect to itself.
 */
public final class FreePort {
    private static final int LOWEST = 15_000;
    private static final int BEYOND = 32_000;
    private static final int TRIES = 100;
    private static final int NEIGHBOURS = 20;

    private FreePort() {}

    public static int find() throws IOException {
        return ThreadLocalRandom.current()
                .ints(TRIES, LOWEST, BEYOND)
                .filter(FreePort::isFree)
                .findFirst()
                .orElseThrow(() -> new IOException("no free port was found from " + LOWEST + " to " + (BEYOND - 1)));
    }

    /** Returns the first free port of a range that starts here, or any free port if all are taken; 0 for any. */
    public static int from(int first) throws IOException {
        for (int port = first; first > 0 && port < first + NEIGHBOURS; port++) {
            if (isFree(port)) {
                return port;
            }
        }
        return find();
    }

    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }
}

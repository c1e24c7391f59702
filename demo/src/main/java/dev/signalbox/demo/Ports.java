package dev.signalbox.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds ports of this machine on which nobody listens. */
public final class Ports {
    private static final int NEIGHBOURS = 20;

    private Ports() {}

    /** Any. */
    public static int any() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
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

package dev.signalbox.rabbitmq.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** The first words of AMQP 0-9-1: a broker that is ready answers them with its own. */
final class Greeting {
    private static final byte[] HELLO = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
    private static final int PATIENCE_MILLIS = 2_000;
    /** The frame of a method begins with this; a refusal would begin with an A. */
    private static final int METHOD_FRAME = 1;

    private Greeting() {}

    static boolean isHeardFrom(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(HELLO);
            return socket.getInputStream().read() == METHOD_FRAME;
        } catch (IOException notYet) {
            return false;
        }
    }
}

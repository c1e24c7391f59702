package dev.signalbox.mysql.lease;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

/**
 * A proxy that pools statements: each statement of a client goes to the next of its server sessions. It understands
 * only enough of the protocol to find the end of a response, and expects a user without a password.
 */
final class RotatingProxy implements AutoCloseable {
    private static final int OK = 0x00;
    private static final int EOF = 0xfe;
    private static final int ERROR = 0xff;
    private static final int QUIT = 0x01;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final int sessions;

    /** @param sessions the number of sessions per client */
    RotatingProxy(int target, int sessions) throws IOException {
        this.target = target;
        this.sessions = sessions;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new IllegalStateException("The proxy cannot accept", e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        List<Link> servers = new ArrayList<>();
        try (Link client = new Link(socket)) {
            for (int i = 0; i < sessions; i++) {
                servers.add(new Link(new Socket(InetAddress.getLoopbackAddress(), target)));
            }
            greet(client, servers);
            for (int turn = 0; ; turn++) {
                byte[] command = client.read();
                if (command[4] == QUIT) {
                    return;
                }
                Link server = servers.get(turn % sessions);
                server.write(command);
                answer(server, client);
            }
        } catch (EOFException | SocketException e) {
            // The client disconnected without notice.
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            servers.forEach(Link::close);
        }
    }

    /** Opens all sessions with the client's own handshake. */
    private static void greet(Link client, List<Link> servers) throws IOException {
        for (Link server : servers) {
            byte[] greeting = server.read();
            if (server.equals(servers.getFirst())) {
                client.write(simplified(greeting));
            }
        }
        byte[] response = client.read();
        byte[] last = response;
        for (Link server : servers) {
            server.write(response);
            last = server.read();
        }
        client.write(last);
    }

    /** Removes what makes responses harder to parse: encryption, compression and newer end packets. */
    private static byte[] simplified(byte[] greeting) {
        int version = 5;
        while (greeting[version] != 0) {
            version++;
        }
        int lower = version + 1 + 4 + 8 + 1;
        int upper = lower + 2 + 1 + 2;
        greeting[lower] = (byte) (greeting[lower] & ~0x20);
        greeting[lower + 1] = (byte) (greeting[lower + 1] & ~0x08);
        greeting[upper] = (byte) (greeting[upper] & ~0x80);
        greeting[upper + 1] = (byte) (greeting[upper + 1] & ~0x07);
        int mariaDb = upper + 2 + 1 + 6;
        for (int i = 0; i < 4; i++) {
            greeting[mariaDb + i] = 0;
        }
        return greeting;
    }

    private static void answer(Link server, Link client) throws IOException {
        byte[] first = server.read();
        client.write(first);
        int kind = first[4] & 0xff;
        if (kind == OK || kind == ERROR) {
            return;
        }
        passToEnd(server, client);
        passToEnd(server, client);
    }

    /** First the columns, then the rows: both end in the same way. */
    private static void passToEnd(Link server, Link client) throws IOException {
        while (true) {
            byte[] packet = server.read();
            client.write(packet);
            int kind = packet[4] & 0xff;
            if (kind == ERROR || (kind == EOF && packet.length < 13)) {
                return;
            }
        }
    }

    /** A connection that transfers whole packets. */
    private static final class Link implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;
        private final DataOutputStream out;

        Link(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new DataInputStream(socket.getInputStream());
            this.out = new DataOutputStream(socket.getOutputStream());
        }

        byte[] read() throws IOException {
            byte[] head = new byte[4];
            in.readFully(head);
            int length = (head[0] & 0xff) | (head[1] & 0xff) << 8 | (head[2] & 0xff) << 16;
            byte[] packet = new byte[4 + length];
            System.arraycopy(head, 0, packet, 0, 4);
            in.readFully(packet, 4, length);
            return packet;
        }

        void write(byte[] packet) throws IOException {
            out.write(packet);
            out.flush();
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}

package dev.signalbox.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A TCP proxy on the loopback that can stop forwarding without closing anything, or reset every connection. */
final class TcpProxy implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final List<ProxiedConnection> proxiedConnections = new CopyOnWriteArrayList<>();
    private volatile boolean frozen;

    TcpProxy(int target) throws IOException {
        this.target = target;
        Thread.ofVirtual().name("proxy").start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Stops forwarding: neither side notices anything, not even a close; the same applies to new connections. */
    void freeze() {
        frozen = true;
    }

    /** Forwards new connections again; frozen ones stay dead. */
    void thaw() {
        proxiedConnections.forEach(ProxiedConnection::abandon);
        frozen = false;
    }

    /** Resets every connection; accepts new ones. */
    void reset() {
        for (ProxiedConnection proxiedConnection : proxiedConnections) {
            proxiedConnection.close(true);
        }
        proxiedConnections.clear();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        proxiedConnections.forEach(proxiedConnection -> proxiedConnection.close(false));
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                ProxiedConnection proxiedConnection =
                        new ProxiedConnection(client, new Socket(InetAddress.getLoopbackAddress(), target));
                proxiedConnections.add(proxiedConnection);
                proxiedConnection.start();
            } catch (IOException e) {
                // Either this proxy is being closed, or the target is down: then the client's connection stays
                // unanswered.
                if (listener.isClosed()) {
                    return;
                }
            }
        }
    }

    private final class ProxiedConnection {
        private final Socket client;
        private final Socket server;
        private volatile boolean abandoned;

        ProxiedConnection(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void start() {
            Thread.ofVirtual().start(() -> pump(client, server));
            Thread.ofVirtual().start(() -> pump(server, client));
        }

        void abandon() {
            abandoned = true;
        }

        void close(boolean abruptly) {
            for (Socket socket : List.of(client, server)) {
                try (socket) {
                    if (abruptly && !socket.isClosed()) {
                        socket.setSoLinger(true, 0);
                    }
                } catch (IOException e) {
                    throw new IllegalStateException("a socket of the proxy cannot be closed", e);
                }
            }
        }

        private void pump(Socket from, Socket to) {
            byte[] buffer = new byte[16 << 10];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (isSilent()) {
                        return;
                    }
                    out.write(buffer, 0, n);
                }
            } catch (IOException e) {
                // One side has closed; the other is closed below.
            }
            if (!isSilent()) {
                close(false);
            }
        }

        /** Dropped data cannot be forwarded later without a gap, so such a connection stays dead. */
        private boolean isSilent() {
            if (frozen) {
                abandoned = true;
            }
            return abandoned;
        }
    }
}

package dev.signalbox.testkit.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A TCP proxy that can stop forwarding: neither side hears from the other any more, not even that it has closed. */
public final class FreezingProxy implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final List<Link> links = new CopyOnWriteArrayList<>();
    private volatile boolean freezesNewOnes;

    public FreezingProxy(int target) throws IOException {
        this.target = target;
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Stops forwarding on every connection, also on new ones. */
    public void freeze() {
        freezesNewOnes = true;
        freezePresentOnes();
    }

    /** Stops forwarding on the connections that are open now. */
    public void freezePresentOnes() {
        links.forEach(Link::freeze);
    }

    /** Forwards new connections again; frozen ones stay frozen. */
    public void letNewOnesPass() {
        freezesNewOnes = false;
    }

    /** Closes every connection and accepts no more. */
    public void cut() throws IOException {
        listener.close();
        for (Link link : links) {
            link.close();
        }
    }

    @Override
    public void close() throws IOException {
        cut();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Link link = new Link(listener.accept(), new Socket(InetAddress.getLoopbackAddress(), target));
                if (freezesNewOnes) {
                    link.freeze();
                }
                links.add(link);
                link.start();
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new IllegalStateException("The proxy cannot connect", e);
                }
            }
        }
    }

    private static final class Link {
        private final Socket client;
        private final Socket server;
        private boolean frozen;
        private boolean closed;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void start() {
            Thread.ofVirtual().start(() -> pump(client, server));
            Thread.ofVirtual().start(() -> pump(server, client));
        }

        synchronized void freeze() {
            frozen = true;
        }

        synchronized void close() throws IOException {
            closed = true;
            notifyAll();
            client.close();
            server.close();
        }

        private void pump(Socket from, Socket to) {
            byte[] buffer = new byte[8192];
            try (to) {
                try {
                    InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream();
                    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                        passGate();
                        out.write(buffer, 0, n);
                    }
                } finally {
                    // While it is frozen, the other side does not even hear that this one has closed.
                    passGate();
                }
            } catch (IOException | InterruptedException _) {
                // The connection is over, which its sides see for themselves.
            }
        }

        private synchronized void passGate() throws InterruptedException {
            while (frozen && !closed) {
                wait();
            }
        }
    }
}

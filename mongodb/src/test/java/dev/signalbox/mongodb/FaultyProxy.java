package dev.signalbox.mongodb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between a node and the server that makes one request fail as a network can. The request is recognised by a text in
 * it.
 */
public final class FaultyProxy implements AutoCloseable {
    private enum Fault {
        /** The request arrives; its answer is lost with the connection. */
        LOSE_ANSWER,
        /** The request arrives when the test releases it. */
        HOLD
    }

    private record Plan(String text, Fault fault, CountDownLatch met, CountDownLatch release) {}

    private final ServerSocket listener;
    private final int target;
    private volatile @Nullable Plan plan;
    private volatile boolean refusing;

    public FaultyProxy(String uri) {
        try {
            this.target = Integer.parseInt(uri.replaceFirst("mongodb://[^:/]+:(\\d+).*", "$1"));
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public String uri() {
        return "mongodb://127.0.0.1:" + listener.getLocalPort();
    }

    /** Lets the next request with this text arrive, and loses its answer. */
    public void loseAnswerTo(String text) {
        plan = new Plan(text, Fault.LOSE_ANSWER, new CountDownLatch(1), new CountDownLatch(0));
    }

    /** Delays the next request with this text until {@link DelayedRequest#letGo}. */
    public DelayedRequest hold(String text) {
        Plan delayed = new Plan(text, Fault.HOLD, new CountDownLatch(1), new CountDownLatch(1));
        plan = delayed;
        return new DelayedRequest(delayed.met(), delayed.release());
    }

    /** Blocks everything except delayed requests that are released. */
    public void refuse() {
        refusing = true;
    }

    /** A delayed request. */
    public record DelayedRequest(CountDownLatch met, CountDownLatch release) {
        public void letGo() {
            release.countDown();
        }
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                Link link = new Link(client, server);
                Thread.ofVirtual().start(link::requests);
                Thread.ofVirtual().start(link::answers);
            }
        } catch (IOException _) {
            // The proxy was closed.
        }
    }

    /** One connection through the proxy. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private volatile boolean losing;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void requests() {
            copy(client, server, true);
        }

        void answers() {
            copy(server, client, false);
        }

        private void copy(Socket from, Socket to, boolean requests) {
            byte[] buffer = new byte[1 << 20];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (requests) {
                        meet(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
                    } else if (losing || refusing) {
                        return;
                    }
                    out.write(buffer, 0, read);
                    out.flush();
                }
            } catch (IOException _) {
                // One side closed the connection.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void meet(String request) throws InterruptedException, IOException {
            Plan current = plan;
            if (current != null && request.contains(current.text())) {
                plan = null;
                losing = current.fault() == Fault.LOSE_ANSWER;
                current.met().countDown();
                current.release().await();
            } else if (refusing) {
                throw new IOException("refused");
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

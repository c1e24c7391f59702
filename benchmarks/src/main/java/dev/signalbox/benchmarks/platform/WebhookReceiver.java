package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.workload.Workload;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/** The targets of all webhooks: it answers each with 200 after a delay, and hands over the number of the event in its body. */
final class WebhookReceiver implements AutoCloseable {
    private static final int BACKLOG = 2_048;
    private static final int BUFFER = 8 << 10;
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket server;
    private final Duration delay;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile LongConsumer arrivals = _ -> {};

    WebhookReceiver(Duration delay) throws IOException {
        this.delay = delay;
        this.server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("webhook-receiver").start(this::accept);
    }

    /** The URL of one target. */
    URI target(int number) {
        return target(port(), number);
    }

    /** The same in another process, which knows the receiver's port. */
    static URI target(int port, int number) {
        return URI.create("http://127.0.0.1:" + port + "/hooks/" + number);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Hands over what arrives from now on. It is called by many threads. */
    void expect(LongConsumer numbers) {
        arrivals = numbers;
    }

    private void accept() {
        try {
            while (!server.isClosed()) {
                Socket socket = server.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            if (!server.isClosed()) {
                throw new IllegalStateException("the receiver accepts no more connections", e);
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), BUFFER);
            for (Optional<HttpMessage> request = HttpMessage.read(in);
                    request.isPresent();
                    request = HttpMessage.read(in)) {
                arrivals.accept(Workload.numberIn(request.get().body(), 0));
                if (delay.isPositive()) {
                    Thread.sleep(delay);
                }
                socket.getOutputStream().write(ANSWER);
            }
        } catch (IOException e) {
            // The client has ended the connection
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}

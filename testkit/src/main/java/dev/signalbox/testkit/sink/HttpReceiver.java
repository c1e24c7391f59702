package dev.signalbox.testkit.sink;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.sink.Sink;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** A server that accepts every request of a sink that speaks HTTP. */
public final class HttpReceiver implements SinkFixture {
    /** Finds the ids of the messages in a request. */
    @FunctionalInterface
    public interface MessageIds {
        List<String> of(HttpExchange request, String body);
    }

    private final List<String> received = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final IntFunction<Sink> sinks;
    private final MessageIds ids;
    private final boolean oneByOne;
    private final HttpServer server;
    private final Sink sink;
    private volatile CountDownLatch silent = new CountDownLatch(0);

    /**
     * @param sinks makes the sink for a port of this machine
     * @param oneByOne whether the sink puts one message into a request
     */
    public HttpReceiver(IntFunction<Sink> sinks, MessageIds ids, boolean oneByOne) throws IOException {
        this.sinks = sinks;
        this.ids = ids;
        this.oneByOne = oneByOne;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
        this.sink = sinks.apply(server.getAddress().getPort());
    }

    private void take(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        synchronized (received) {
            received.addAll(ids.of(exchange, body));
        }
        try {
            silent.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    @Override
    public Sink sink() {
        return sink;
    }

    @Override
    public Sink unreachable() {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return sinks.apply(taken.getLocalPort());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public List<String> received() {
        synchronized (received) {
            return List.copyOf(received);
        }
    }

    @Override
    public void hang() {
        silent = new CountDownLatch(1);
    }

    @Override
    public void resume() {
        silent.countDown();
    }

    @Override
    public Optional<Message> refused(String id) {
        return Optional.of(SinkContract.message(id, "refused", Payload.of("{no json")));
    }

    @Override
    public boolean sendsOneByOne() {
        return oneByOne;
    }

    @Override
    public void close() {
        sink.close();
        server.stop(0);
        threads.close();
    }
}

package dev.signalbox.sink.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.testkit.sink.SinkContract;
import dev.signalbox.testkit.sink.SinkFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class WebhookSinkContractTest extends SinkContract {
    @Override
    protected SinkFixture fixture() throws Exception {
        return new Receiver();
    }

    /** A receiver that accepts every request. */
    private static final class Receiver implements SinkFixture {
        private final List<String> received = new ArrayList<>();
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final HttpServer server;
        private final WebhookSink sink;
        private volatile CountDownLatch silent = new CountDownLatch(0);

        Receiver() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
            server.setExecutor(threads);
            server.createContext("/", this::take);
            server.start();
            sink = sink(server.getAddress().getPort());
        }

        private static WebhookSink sink(int port) {
            return TestSinks.sink(TestSinks.settings("http://127.0.0.1:" + port + "/", Duration.ofMillis(900)));
        }

        private void take(HttpExchange exchange) throws IOException {
            exchange.getRequestBody().readAllBytes();
            synchronized (received) {
                received.add(exchange.getRequestHeaders().getFirst(WebhookSignature.ID));
            }
            try {
                silent.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        }

        @Override
        public Sink sink() {
            return sink;
        }

        @Override
        public Sink unreachable() {
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return sink(taken.getLocalPort());
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
            return Optional.of(message(id, "refused", Payload.of("{no json")));
        }

        @Override
        public boolean sendsOneByOne() {
            return true;
        }

        @Override
        public void close() {
            sink.close();
            server.stop(0);
            threads.close();
        }
    }
}

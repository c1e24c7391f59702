package dev.signalbox.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;

/** A destination that records each message in the order of arrival. */
final class Receiver implements AutoCloseable {
    private static final Pattern MESSAGE = Pattern.compile("\"order\":\"([^\"]+)\",\"number\":(\\d+)");

    private final HttpServer server;
    private final List<ReceivedMessage> receivedMessage = new CopyOnWriteArrayList<>();

    /** The response status; only successful messages count as received. */
    volatile int status = 204;

    /** Each request takes a permit before it is answered. */
    final Semaphore answers = new Semaphore(1_000_000);

    record ReceivedMessage(String order, int number) {}

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            answers.acquireUninterruptibly();
            if (status < 300) {
                MESSAGE.matcher(body)
                        .results()
                        .forEach(it ->
                                receivedMessage.add(new ReceivedMessage(it.group(1), Integer.parseInt(it.group(2)))));
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int count() {
        return receivedMessage.size();
    }

    List<Integer> numbers(String order) {
        return receivedMessage.stream()
                .filter(it -> it.order().equals(order))
                .map(ReceivedMessage::number)
                .toList();
    }

    /** Asserts that each message of each order came once and in order. */
    void assertAllOnceAndInOrder(List<String> orders, int each) {
        for (String order : orders) {
            assertThat(numbers(order))
                    .as(order)
                    .hasSize(each)
                    .doesNotHaveDuplicates()
                    .isSorted();
        }
    }

    @Override
    public void close() {
        answers.release(1_000_000);
        server.stop(0);
    }
}

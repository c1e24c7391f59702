package dev.signalbox.benchmarks.load.traffic;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Speaks to an order-service. */
public final class OrderClient implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final String PATH = "/api/orders";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .executor(threads)
            .build();
    private final String service;
    private final Duration patience;

    public OrderClient(URI service, Duration patience) {
        this.service = service.toString().replaceAll("/+$", "");
        this.patience = patience;
    }

    Answer create(Order order) throws InterruptedException {
        String body = "{\"customerName\":\"%s\",\"productName\":\"Lamp\",\"amount\":%s}"
                .formatted(order.customer(), order.amount());
        return send(order, PATH, "POST", body);
    }

    Answer move(Order order, long id, Step to) throws InterruptedException {
        return send(order, PATH + "/" + id + "/status", "PATCH", "{\"status\":\"" + to.status() + "\"}");
    }

    private Answer send(Order order, String path, String method, String body) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service + path))
                .timeout(patience)
                .header("Content-Type", "application/json")
                .header("X-Correlation-Id", order.correlationId())
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            return answer(http.send(request, BodyHandlers.discarding()));
        } catch (HttpTimeoutException e) {
            return new Answer.Unknown("timeout");
        } catch (ConnectException e) {
            return new Answer.Refused("no connection");
        } catch (IOException e) {
            return new Answer.Unknown("broken connection");
        }
    }

    private static Answer answer(HttpResponse<?> response) {
        String label = String.valueOf(response.statusCode());
        return switch (response.statusCode() / 100) {
            case 2 -> new Answer.Accepted(label, orderId(response));
            case 5 -> new Answer.Unknown(label);
            default -> new Answer.Refused(label);
        };
    }

    /** A new order's; 0 where the answer does not name it. */
    private static long orderId(HttpResponse<?> response) {
        String place = response.headers().firstValue("Location").orElse("");
        String id = place.substring(place.lastIndexOf('/') + 1);
        return id.matches("[0-9]{1,18}") ? Long.parseLong(id) : 0;
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }
}

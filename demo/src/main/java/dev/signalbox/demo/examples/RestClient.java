package dev.signalbox.demo.examples;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Uses the REST API of an example's service. */
public final class RestClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int CONFLICT = 409;

    private final HttpClient http;
    private final AtomicLong requests = new AtomicLong();

    public RestClient(HttpClient http) {
        this.http = http;
    }

    /** Creates a resource; returns its address. */
    public URI create(URI collection, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = send("POST", collection, body);
        Optional<String> location = answer.headers().firstValue("Location");
        if (answer.statusCode() != CREATED || location.isEmpty()) {
            throw refused(answer);
        }
        return collection.resolve(location.get());
    }

    /**
     * Changes the status of a resource.
     *
     * @return false if that is not possible because a user of the demo has changed it already
     */
    public boolean changeStatus(URI resource, String status) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                send("PATCH", URI.create(resource + "/status"), "{\"status\":\"" + status + "\"}");
        if (answer.statusCode() != OK && answer.statusCode() != CONFLICT) {
            throw refused(answer);
        }
        return answer.statusCode() == OK;
    }

    private static IOException refused(HttpResponse<String> answer) {
        return new IOException(answer.statusCode() + " " + answer.body());
    }

    private HttpResponse<String> send(String method, URI uri, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("X-Correlation-Id", "demo-" + requests.incrementAndGet())
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }
}

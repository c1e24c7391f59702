package dev.signalbox.demo.examples;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Uses the REST API of a service, as anybody could. */
public final class Rest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int CONFLICT = 409;

    private final HttpClient client;
    private final AtomicLong requests = new AtomicLong();

    public Rest(HttpClient client) {
        this.client = client;
    }

    /**
     * Has something made.
     *
     * @return where it is
     */
    public URI create(URI collection, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = send("POST", collection, body);
        Optional<String> location = answer.headers().firstValue("Location");
        if (answer.statusCode() != CREATED || location.isEmpty()) {
            throw refused(answer);
        }
        return collection.resolve(location.get());
    }

    /**
     * Moves something on to a status.
     *
     * @return false if it can't get there, because somebody who watches the demo has changed it before
     */
    public boolean move(URI thing, String status) throws IOException, InterruptedException {
        HttpResponse<String> answer = send("PATCH", URI.create(thing + "/status"), "{\"status\":\"" + status + "\"}");
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
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("X-Correlation-Id", "demo-" + requests.incrementAndGet())
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}

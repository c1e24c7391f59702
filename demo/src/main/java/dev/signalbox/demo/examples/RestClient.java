package dev.signalbox.demo.examples;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Creates resources by the REST APIs of an example's services, and changes their status. Only one thread uses it. */
final class RestClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int CONFLICT = 409;
    private static final String CANCELLED = "CANCELLED";

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    private final AtomicLong requests = new AtomicLong();
    private final List<OpenResource> open = new ArrayList<>();
    private final LongAdder changes = new LongAdder();

    /** A resource whose status may change, and whether it has the second status. */
    private record OpenResource(URI uri, boolean isSecond) {}

    long changes() {
        return changes.sum();
    }

    boolean hasOpen() {
        return !open.isEmpty();
    }

    /** @param isChangeable whether its status may be changed later */
    void create(URI collection, String body, boolean isChangeable) throws IOException, InterruptedException {
        HttpResponse<String> answer = send("POST", collection, body);
        Optional<String> location = answer.headers().firstValue("Location");
        if (answer.statusCode() != CREATED || location.isEmpty()) {
            throw refused(answer);
        }
        if (isChangeable) {
            open.add(new OpenResource(collection.resolve(location.get()), false));
        }
    }

    /** Changes the status of a random resource: cancels it, or takes it to the second status or the third. */
    void changeAny(double cancelRate, String second, String third) throws IOException, InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        OpenResource chosen = open.remove(random.nextInt(open.size()));
        boolean cancel = random.nextDouble() < cancelRate;
        String next = cancel ? CANCELLED : chosen.isSecond() ? third : second;
        URI status = URI.create(chosen.uri() + "/status");
        HttpResponse<String> answer = send("PATCH", status, "{\"status\":\"" + next + "\"}");
        if (answer.statusCode() == CONFLICT) {
            return; // a user of the demo has changed it already
        }
        if (answer.statusCode() != OK) {
            throw refused(answer);
        }
        changes.increment();
        if (next.equals(second)) {
            open.add(new OpenResource(chosen.uri(), true));
        }
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

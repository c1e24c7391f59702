package dev.signalbox.example.orders;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** A client of one of the programs over HTTP. */
final class ApiClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Keeps amounts unchanged. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI base;

    record Reply(int status, JsonNode body, HttpResponse<String> response) {
        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        String text(String member) {
            return body.path(member).asString();
        }

        boolean isProblem(int expected) {
            return status == expected
                    && header("Content-Type").equals("application/problem+json")
                    && body.path("status").asInt() == expected
                    && !text("detail").isEmpty();
        }

        /** The invalid members. */
        List<String> faults() {
            return body.path("errors")
                    .valueStream()
                    .map(fault -> fault.path("field").asString())
                    .toList();
        }
    }

    ApiClient(ConfigurableApplicationContext program) {
        String port = program.getEnvironment().getRequiredProperty("local.server.port");
        this.base = URI.create("http://127.0.0.1:" + port);
    }

    Reply get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    Reply post(String path, String json) throws IOException, InterruptedException {
        return send("POST", path, "application/json", json);
    }

    Reply patch(String path, String json) throws IOException, InterruptedException {
        return send("PATCH", path, "application/json", json);
    }

    Reply send(String method, String path, String type, String body) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", type).method(method, BodyPublishers.ofString(body)));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(PATIENCE);
    }

    Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        return new Reply(response.statusCode(), JSON.readTree(response.body()), response);
    }

    @Override
    public void close() {
        client.close();
    }
}

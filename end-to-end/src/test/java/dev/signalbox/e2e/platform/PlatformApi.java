package dev.signalbox.e2e.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A client of one node, with the administration token. */
final class PlatformApi {
    static final String TOKEN = "platform-admin-token-5Zt8";
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final String base;

    PlatformApi(int port) {
        this.base = "http://127.0.0.1:" + port;
    }

    static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    static ArrayNode array() {
        return JsonMapper.shared().createArrayNode();
    }

    ApiAnswer get(String path) {
        return send("GET", path, "application/json", BodyPublishers.noBody(), "");
    }

    ApiAnswer post(String path) {
        return send("POST", path, "application/json", BodyPublishers.noBody(), "");
    }

    ApiAnswer post(String path, JsonNode body) {
        return post(path, body.toString());
    }

    ApiAnswer post(String path, String body) {
        return post(path, "application/json", body);
    }

    ApiAnswer post(String path, String contentType, String body) {
        return send("POST", path, contentType, BodyPublishers.ofString(body), body);
    }

    ApiAnswer post(String path, BodyPublisher body) {
        return send("POST", path, "application/json", body, "(stream)");
    }

    ApiAnswer put(String path, JsonNode body) {
        return put(path, body.toString());
    }

    ApiAnswer put(String path, String body) {
        return send("PUT", path, "application/json", BodyPublishers.ofString(body), body);
    }

    ApiAnswer delete(String path) {
        return send("DELETE", path, "application/json", BodyPublishers.noBody(), "");
    }

    /** The job as it is now. */
    JsonNode job(String id) {
        return get("/api/dispatch/jobs/" + id).expect(200).json();
    }

    String jobStatus(String id) {
        return job(id).path("status").asString();
    }

    /** The attempts of a job, oldest first. */
    JsonNode attempts(String job) {
        JsonNode answer =
                get("/api/dispatch/jobs/" + job + "/attempts").expect(200).json();
        return answer.isArray() ? answer : answer.path("attempts");
    }

    private ApiAnswer send(String method, String path, String contentType, BodyPublisher body, String shown) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", contentType)
                .method(method, body)
                .build();
        String label = method + " " + path + " " + shown.substring(0, Math.min(300, shown.length()));
        try {
            HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            return new ApiAnswer(label, response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(label, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(label, e);
        }
    }
}

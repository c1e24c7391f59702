package dev.signalbox.example.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of the wallets over HTTP. */
final class ApiClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI base;

    record Reply(int status, String contentType, JsonNode body, HttpResponse<String> response) {
        String error() {
            return body.path("error").asString();
        }
    }

    ApiClient(URI base) {
        this.base = base;
    }

    Reply open(String wallet, String owner) throws IOException, InterruptedException {
        return post("/wallets", "{\"id\":\"%s\",\"owner\":\"%s\"}".formatted(wallet, owner));
    }

    Reply deposit(String wallet, String id, long amount) throws IOException, InterruptedException {
        return post("/wallets/" + wallet + "/deposits", "{\"id\":\"%s\",\"amount\":%d}".formatted(id, amount));
    }

    Reply withdraw(String wallet, String id, long amount) throws IOException, InterruptedException {
        return post("/wallets/" + wallet + "/withdrawals", "{\"id\":\"%s\",\"amount\":%d}".formatted(id, amount));
    }

    Reply transfer(String from, String to, String id, long amount) throws IOException, InterruptedException {
        return post(
                "/transfers",
                "{\"id\":\"%s\",\"from\":\"%s\",\"to\":\"%s\",\"amount\":%d}".formatted(id, from, to, amount));
    }

    long balance(String wallet) throws IOException, InterruptedException {
        Reply reply = get("/wallets/" + wallet);
        assertThat(reply.status()).isEqualTo(200);
        return reply.body().get("balance").longValue();
    }

    Reply get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    Reply post(String path, String json) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(PATIENCE);
    }

    Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        String type = response.headers().firstValue("Content-Type").orElse("");
        return new Reply(response.statusCode(), type, JsonMapper.shared().readTree(response.body()), response);
    }

    @Override
    public void close() {
        client.close();
    }
}

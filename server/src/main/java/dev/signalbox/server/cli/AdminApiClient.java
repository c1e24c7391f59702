package dev.signalbox.server.cli;

import dev.signalbox.runtime.settings.Masking;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of the administration API of a running program. */
final class AdminApiClient implements AutoCloseable {
    static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RESPONSE_TIMEOUT = Duration.ofMinutes(5);

    private final URI address;
    private final Optional<String> token;
    private final HttpClient client;

    /** @param trusted what to trust for https; empty for the default of Java */
    AdminApiClient(URI address, Optional<String> token, Optional<SSLContext> trusted) {
        this.address = address;
        this.token = token;
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT);
        trusted.ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    /** The token that it sends with each request. */
    Optional<String> token() {
        return token;
    }

    JsonNode get(String path) throws CommandException {
        return checked(send(path, null));
    }

    /** The response, or empty for 404. */
    Optional<JsonNode> find(String path) throws CommandException {
        HttpResponse<String> response = send(path, null);
        return response.statusCode() == 404 ? Optional.empty() : Optional.of(checked(response));
    }

    JsonNode post(String path, Map<String, ?> body) throws CommandException {
        return checked(send(path, JSON.writeValueAsString(body)));
    }

    private List<String> relays() throws CommandException {
        List<String> names = new ArrayList<>();
        get("/api/relays").forEach(relay -> names.add(relay.path("name").asString()));
        return names;
    }

    /** The named relay, or the only one. */
    String relay(@Nullable String named) throws CommandException {
        List<String> all = named == null ? relays() : List.of(named);
        if (all.size() == 1) {
            return all.getFirst();
        }
        throw all.isEmpty()
                ? CommandException.refused("the program runs no relay")
                : CommandException.usage("--relay is needed: there are " + String.join(", ", all));
    }

    /** The named relay, or the only one that has this message. */
    String relayOf(@Nullable String named, String id) throws CommandException {
        List<String> all = named == null ? relays() : List.of(named);
        if (all.size() == 1) {
            return all.getFirst();
        }
        List<String> found = new ArrayList<>();
        for (String relay : all) {
            if (find(message(relay, id)).isPresent()) {
                found.add(relay);
            }
        }
        if (found.size() == 1) {
            return found.getFirst();
        }
        throw found.isEmpty()
                ? CommandException.refused("no relay has a message " + Masking.escaped(id))
                : CommandException.usage(
                        "--relay is needed: " + String.join(" and ", found) + " have a message " + Masking.escaped(id));
    }

    static String relay(String name, String rest) {
        return "/api/relays/" + encoded(name) + rest;
    }

    static String message(String relay, String id) {
        return relay(relay, "/messages/" + encoded(id));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpResponse<String> send(String path, @Nullable String body) throws CommandException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + path)).timeout(RESPONSE_TIMEOUT);
        try {
            token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("the token has characters that a header cannot hold");
        }
        String user = System.getProperty("user.name", "");
        if (user.matches("[\\x21-\\x7e]{1,100}")) {
            request.header("X-Signalbox-Operator", user);
        }
        if (body != null) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw CommandException.notReachable(
                    "no answer from " + address + " (" + reason(e) + "); is the program running there? See --url");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.notReachable("interrupted");
        }
    }

    private static String reason(IOException e) {
        if (e instanceof ConnectException) {
            return "nothing listens there";
        }
        String text = e.getMessage();
        return text == null || text.isBlank() ? e.getClass().getSimpleName() : Masking.shown(text);
    }

    private JsonNode checked(HttpResponse<String> response) throws CommandException {
        JsonNode answer;
        try {
            answer = JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw CommandException.notReachable(
                    address + " answers, but not as Signalbox does (HTTP " + response.statusCode() + ")");
        }
        if (response.statusCode() < 300) {
            return answer;
        }
        if (response.statusCode() == 401) {
            throw CommandException.refused(
                    token.isPresent()
                            ? address + " does not accept this token; see --token-file and SIGNALBOX_ADMIN_TOKEN"
                            : address + " wants a token; see --token-file and SIGNALBOX_ADMIN_TOKEN");
        }
        String detail = answer.path("detail").asString("HTTP " + response.statusCode());
        throw response.statusCode() == 400
                ? CommandException.usage(Masking.escaped(detail))
                : CommandException.refused(Masking.escaped(detail));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

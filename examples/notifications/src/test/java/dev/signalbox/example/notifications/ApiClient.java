package dev.signalbox.example.notifications;

import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of one of the programs over HTTP. */
final class ApiClient {
    private static final JsonMapper JSON = new JsonMapper();

    private final RestClient client;

    record Reply(int status, HttpHeaders headers, JsonNode body) {
        boolean isProblem(int expected) {
            return status == expected
                    && MediaType.APPLICATION_PROBLEM_JSON.equals(headers.getContentType())
                    && !body.path("detail").asString().isEmpty();
        }

        /** The invalid members. */
        List<String> faults() {
            return body.path("errors").findValuesAsString("field");
        }
    }

    ApiClient(ConfigurableApplicationContext program) {
        this.client = RestClient.create(
                "http://127.0.0.1:" + program.getEnvironment().getRequiredProperty("local.server.port"));
    }

    Reply get(String path) {
        return client.get().uri(path).exchange((_, response) -> reply(response));
    }

    Reply post(String path, String json) {
        return send(HttpMethod.POST, path, json);
    }

    Reply send(HttpMethod method, String path, String json) {
        return client.method(method)
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .body(json)
                .exchange((_, response) -> reply(response));
    }

    private static Reply reply(RestClient.RequestHeadersSpec.ConvertibleClientHttpResponse response)
            throws java.io.IOException {
        return new Reply(response.getStatusCode().value(), response.getHeaders(), JSON.readTree(response.getBody()));
    }
}

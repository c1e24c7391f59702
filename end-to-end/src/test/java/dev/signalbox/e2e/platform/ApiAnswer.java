package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the platform answered to a request. */
record ApiAnswer(String request, int status, HttpHeaders headers, String body) {
    /** Fails unless the status is one of these. */
    ApiAnswer expect(Integer... statuses) {
        assertThat(status).as(request + " -> " + body).isIn((Object[]) statuses);
        return this;
    }

    /** Fails unless the request succeeded. */
    ApiAnswer expectSuccess() {
        assertThat(status).as(request + " -> " + body).isBetween(200, 299);
        return this;
    }

    JsonNode json() {
        return JsonMapper.shared().readTree(body);
    }

    JsonNode path(String name) {
        return json().path(name);
    }

    String text(String name) {
        return json().path(name).asString("");
    }

    /** The fields that a refusal names. */
    List<String> wrongFields() {
        List<String> fields = new ArrayList<>();
        for (JsonNode error : path("errors")) {
            fields.add(error.path("field").asString(""));
        }
        return fields;
    }

    /** Fails unless it is a refusal with a problem document that names this field. */
    ApiAnswer expectRefusalOf(String field) {
        expectProblem();
        assertThat(wrongFields())
                .as(request + " -> " + body)
                .anyMatch(
                        named -> named.equals(field) || named.startsWith(field + "[") || named.startsWith(field + "."));
        return this;
    }

    /** Fails unless it is a refusal with a problem document. */
    ApiAnswer expectProblem() {
        assertThat(status).as(request + " -> " + body).isBetween(400, 499);
        assertThat(headers.firstValue("Content-Type").orElse("")).as(request).startsWith("application/problem+json");
        assertThat(path("error").asString("")).as(request + " -> " + body).isNotBlank();
        assertThat(path("status").asInt(0)).as(request + " -> " + body).isEqualTo(status);
        return this;
    }
}

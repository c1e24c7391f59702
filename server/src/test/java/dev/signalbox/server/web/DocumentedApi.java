package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares answers with the OpenAPI document: their status, and the members of their bodies. */
final class DocumentedApi {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final JsonNode DOCUMENT =
            JSON.readTree(new String(OpenApiController.document(), StandardCharsets.UTF_8));

    private DocumentedApi() {}

    static JsonNode document() {
        return DOCUMENT;
    }

    /** Fails if the answer is not as documented. Routes and methods that are not documented do not count. */
    static void check(String method, String path, int status, String contentType, String body) {
        Optional<JsonNode> operation = operation(method, path);
        if (operation.isEmpty()) {
            return;
        }
        String what = "%s %s: %d".formatted(method, path, status);
        JsonNode responses = operation.get().path("responses");
        Set<String> documented = new TreeSet<>(responses.propertyNames());
        assertThat(documented).as(what).contains(String.valueOf(status));
        String type = contentType.split(";", -1)[0];
        JsonNode schema = resolved(responses.path(String.valueOf(status)))
                .path("content")
                .path(type)
                .path("schema");
        if (!body.isEmpty()) {
            checkMembers(what, schema, JSON.readTree(body));
        }
    }

    /** Of several paths, the one with fewer variables. */
    private static Optional<JsonNode> operation(String method, String path) {
        return DOCUMENT.path("paths").properties().stream()
                .filter(it -> fits(it.getKey(), path))
                .sorted(Map.Entry.comparingByKey((a, b) -> Boolean.compare(a.contains("{"), b.contains("{"))))
                .findFirst()
                .map(it -> it.getValue().path(method.toLowerCase(Locale.ROOT)))
                .filter(it -> !it.isMissingNode());
    }

    private static boolean fits(String template, String path) {
        List<String> expected = List.of(template.split("/", -1));
        List<String> given = List.of(path.split("/", -1));
        boolean fits = expected.size() == given.size() && !path.contains("%");
        for (int i = 0; fits && i < given.size(); i++) {
            fits = expected.get(i).startsWith("{") || expected.get(i).equals(given.get(i));
        }
        return fits;
    }

    private static JsonNode resolved(JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.isEmpty() ? node : resolved(DOCUMENT.at(reference.substring(1)));
    }

    private static void checkMembers(String what, JsonNode schema, JsonNode value) {
        JsonNode known = resolved(schema);
        if (value.isMissingNode()) {
            return;
        }
        if (value.isArray()) {
            value.values().forEach(item -> checkMembers(what, known.path("items"), item));
            return;
        }
        Map<String, JsonNode> properties = properties(known);
        if (!value.isObject() || properties.isEmpty()) {
            return;
        }
        assertThat(properties.keySet()).as(what).containsAll(value.propertyNames());
        properties.forEach((name, documented) -> checkMembers(what + " " + name, documented, value.path(name)));
    }

    private static Map<String, JsonNode> properties(JsonNode schema) {
        Map<String, JsonNode> all = schema.path("properties").properties().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        schema.path("allOf").values().forEach(part -> all.putAll(properties(resolved(part))));
        return all;
    }
}

package dev.signalbox.example.wallet.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The response to a request.
 *
 * @param body becomes JSON
 * @param headers further headers
 */
record Answer(int status, String contentType, Object body, Map<String, String> headers) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(usual -> usual.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .build();

    static Answer json(int status, Object body) {
        return new Answer(status, "application/json", body, Map.of());
    }

    Answer with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new Answer(status, contentType, body, Map.copyOf(more));
    }

    void send(HttpExchange exchange) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        headers.forEach(exchange.getResponseHeaders()::set);
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}

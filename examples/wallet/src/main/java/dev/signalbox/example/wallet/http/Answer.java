package dev.signalbox.example.wallet.http;

import com.sun.net.httpserver.HttpExchange;
import dev.signalbox.example.wallet.domain.WalletJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The response to a request; the body becomes JSON. */
record Answer(int status, String contentType, Object body, Map<String, String> headers) {
    static Answer json(int status, Object body) {
        return new Answer(status, "application/json", body, Map.of());
    }

    Answer with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new Answer(status, contentType, body, Map.copyOf(more));
    }

    void send(HttpExchange exchange) throws IOException {
        byte[] bytes = WalletJson.write(body).getBytes(StandardCharsets.UTF_8);
        headers.forEach(exchange.getResponseHeaders()::set);
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}

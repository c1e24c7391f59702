package dev.signalbox.example.wallet.http;

import com.sun.net.httpserver.HttpExchange;
import dev.signalbox.example.wallet.domain.WalletRefusal;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Objects;

/** A request whose body is read on demand. */
record Request(HttpExchange exchange) {
    private static final int MAX_BODY_BYTES = 16 * 1024;

    String method() {
        return exchange.getRequestMethod();
    }

    /** A request may name a URI that has no path. */
    private String path() {
        return Objects.requireNonNullElse(exchange.getRequestURI().getRawPath(), "");
    }

    /** The path with a star for a wallet's id. */
    String pattern() {
        return path().replaceFirst("^/wallets/[^/]*", "/wallets/*");
    }

    String walletId() {
        String id = path().split("/", -1)[2];
        if (!JsonFields.isId(id)) {
            throw new WalletRefusal.UnknownWallet(id);
        }
        return id;
    }

    /** The body's members. A browser cannot send this content type to another site without a preflight request. */
    JsonFields fields() throws IOException {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type == null
                || !type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals("application/json")) {
            throw new ProblemDocument.RefusedException(new ProblemDocument(
                    415, "unsupported_media_type", "Send JSON, with Content-Type: application/json."));
        }
        try (InputStream in = exchange.getRequestBody()) {
            byte[] body = in.readNBytes(MAX_BODY_BYTES + 1);
            if (body.length > MAX_BODY_BYTES) {
                throw new ProblemDocument.RefusedException(new ProblemDocument(
                        413, "too_large", "The body is larger than " + MAX_BODY_BYTES + " bytes, which is the limit."));
            }
            return JsonFields.of(body);
        }
    }
}

package dev.signalbox.example.webhooks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.client.webhook.Verification.Refused;
import dev.signalbox.client.webhook.Verification.Verified;
import dev.signalbox.client.webhook.WebhookVerifier;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.concurrent.Executors;

/** Receives signed webhooks on {@code /orders}, on this machine only. Put a proxy with TLS in front of it. */
public final class WebhookReceiver implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(WebhookReceiver.class.getName());
    private static final int LARGEST_BODY = 1_048_576;
    private static final int NO_CONTENT = 204;
    private static final int UNAUTHORIZED = 401;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int TOO_LARGE = 413;
    private static final int UNAVAILABLE = 503;
    private static final int NO_BODY = -1;

    private final WebhookVerifier verifier;
    private final OrderTotals orders;
    private final HttpServer server;

    /** @param port 0 for a free one */
    public WebhookReceiver(int port, WebhookVerifier verifier, OrderTotals orders) throws IOException {
        this.verifier = verifier;
        this.orders = orders;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/orders", this::answer);
    }

    public void start() {
        server.start();
    }

    /** The port that it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(status(exchange), NO_BODY);
        }
    }

    private int status(HttpExchange exchange) throws IOException {
        if (!"POST".equals(exchange.getRequestMethod())) {
            return METHOD_NOT_ALLOWED;
        }
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (body.length > LARGEST_BODY) {
            return TOO_LARGE;
        }
        return switch (verifier.verify(exchange.getRequestHeaders()::getFirst, body)) {
            case Verified verified -> process(verified, body);
            case Refused refused -> refuse(refused);
        };
    }

    /** A failure of the database is not the sender's fault: with 503 the webhook comes again, and no attempt counts. */
    private int process(Verified verified, byte[] body) {
        try {
            boolean first = orders.process(verified.messageId(), body);
            LOG.log(Level.INFO, "webhook {0} {1}", verified.messageId(), first ? "processed" : "was here before");
            return NO_CONTENT;
        } catch (SQLException e) {
            LOG.log(Level.ERROR, "webhook " + verified.messageId() + " could not be processed", e);
            return UNAVAILABLE;
        }
    }

    private static int refuse(Refused refused) {
        LOG.log(Level.WARNING, "webhook refused: {0}", refused.explanation());
        return UNAUTHORIZED;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

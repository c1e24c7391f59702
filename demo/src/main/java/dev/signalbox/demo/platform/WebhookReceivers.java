package dev.signalbox.demo.platform;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.client.webhook.Verification.Refused;
import dev.signalbox.client.webhook.WebhookVerifier;
import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.ReceivedMessages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Receives the webhooks of all targets, and verifies each with the secret of its subscription. */
final class WebhookReceivers implements AutoCloseable {
    private static final int LARGEST_BODY = 1 << 20;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int NO_BODY = -1;

    private final HttpServer server;
    private final ActivityLog activity;
    private final boolean calm;
    private final long began = Clock.SYSTEM.nanos();
    private final Map<String, WebhookVerifier> verifiers = new ConcurrentHashMap<>();
    private volatile boolean faultless;

    WebhookReceivers(Iterable<WebhookTarget> targets, boolean calm, ActivityLog activity) throws IOException {
        this.activity = activity;
        this.calm = calm;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        targets.forEach(target -> server.createContext(path(target), exchange -> handle(exchange, target)));
        server.start();
    }

    private static String path(WebhookTarget target) {
        return "/hooks/" + target.code();
    }

    URI url(WebhookTarget target) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path(target));
    }

    /** From now on webhooks of this target are accepted, if this secret has signed them. */
    void accept(WebhookTarget target, String secret) {
        verifiers.put(target.code(), WebhookVerifier.of(secret));
    }

    /** No more failures. */
    void recover() {
        faultless = true;
    }

    boolean isAway(WebhookTarget target) {
        return !calm && !faultless && target.isAway(running());
    }

    private Duration running() {
        return Duration.ofNanos(Clock.SYSTEM.nanos() - began);
    }

    private void handle(HttpExchange exchange, WebhookTarget target) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY);
            Thread.sleep(target.answerTime());
            exchange.sendResponseHeaders(status(exchange, target, body), NO_BODY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int status(HttpExchange exchange, WebhookTarget target, byte[] body) {
        WebhookVerifier verifier = verifiers.get(target.code());
        if (verifier == null) {
            return UNAUTHORIZED;
        }
        if (verifier.verify(exchange.getRequestHeaders()::getFirst, body) instanceof Refused refused) {
            activity.error(target.code() + " refuses a webhook: " + refused.explanation());
            return UNAUTHORIZED;
        }
        int status = calm || faultless ? WebhookTarget.NO_CONTENT : target.status(running());
        return status == WebhookTarget.NO_CONTENT ? take(target, body) : status;
    }

    private int take(WebhookTarget target, byte[] body) {
        try {
            JsonNode notice = JsonMapper.shared().readTree(body);
            long number = notice.path("number").asLong();
            String group = notice.path("customer").asString();
            if (target.add(number, group) == ReceivedMessages.Arrival.OVERTAKEN) {
                activity.error("notice " + number + " was overtaken in " + group + " at " + target.code());
            }
            return WebhookTarget.NO_CONTENT;
        } catch (JacksonException e) {
            activity.error(target.code() + " got a webhook that is not a notice");
            return BAD_REQUEST;
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

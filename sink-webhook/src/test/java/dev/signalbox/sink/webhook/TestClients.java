package dev.signalbox.sink.webhook;

import dev.signalbox.core.time.Clock;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Clients and requests for the tests. */
final class TestClients {
    static final TargetRules LOCAL = new TargetRules(true, false, List.of());
    static final Duration SHORT = Duration.ofMillis(400);
    static final Duration USUAL = Duration.ofSeconds(20);

    /** Knows no name. */
    static final NameLookup UNKNOWN = (name, _) -> {
        throw new UnknownHostException(name);
    };

    private TestClients() {}

    static WebhookClientSettings settings(TargetRules rules) {
        return new WebhookClientSettings(rules, 100, 50, Duration.ofSeconds(5));
    }

    /** May send to this machine, and looks up nothing. */
    static WebhookClient local() {
        return with(LOCAL, TestClients.UNKNOWN);
    }

    static WebhookClient with(TargetRules rules, NameLookup lookup) {
        return new WebhookClient(settings(rules), lookup, Clock.SYSTEM);
    }

    static WebhookRequest request(URI target) {
        return request(target, USUAL);
    }

    static WebhookRequest request(URI target, Duration timeout) {
        return request(target, timeout, "{\"a\":1}");
    }

    static WebhookRequest request(URI target, Duration timeout, String body) {
        return new WebhookRequest(
                target,
                List.of(new Header("Content-Type", "application/json"), new Header("X-Test", "yes")),
                body.getBytes(StandardCharsets.UTF_8),
                timeout,
                Long.MAX_VALUE);
    }

    static InetAddress address(String literal) {
        InetAddress address = IpLiteral.parse(literal);
        if (address == null) {
            throw new IllegalArgumentException(literal);
        }
        return address;
    }
}

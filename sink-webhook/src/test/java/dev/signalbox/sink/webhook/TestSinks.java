package dev.signalbox.sink.webhook;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.webhook.WebhookSinkSettings.Body;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sinks and messages for the tests. */
final class TestSinks {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00.5Z");

    private TestSinks() {}

    static WebhookSinkSettings settings(String url, Duration timeout) {
        return new WebhookSinkSettings(
                url,
                List.of(WebhookSignatureTest.SECRET),
                List.of(),
                Body.PAYLOAD,
                new WebhookSinkSettings.Limits(timeout, Duration.ofSeconds(60)));
    }

    static WebhookSink sink(WebhookSinkSettings settings) {
        return new WebhookSink(settings, TestClients.local(), Clock.SYSTEM, InstantSource.fixed(NOW));
    }

    static Message message(String id, @Nullable String group, String payload) {
        return message(id, group, Payload.of(payload));
    }

    static Message message(String id, @Nullable String group, Payload payload) {
        return new Message(id, group, 0, "order placed", payload, 0, NOW, new Claim(1, NOW), Suspicion.NONE);
    }
}

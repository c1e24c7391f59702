package dev.signalbox.runtime.sink.webhook;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.settings.LoopbackHost;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.webhook.Header;
import dev.signalbox.sink.webhook.NameLookup;
import dev.signalbox.sink.webhook.TargetRules;
import dev.signalbox.sink.webhook.TargetUrl;
import dev.signalbox.sink.webhook.WebhookClient;
import dev.signalbox.sink.webhook.WebhookClientSettings;
import dev.signalbox.sink.webhook.WebhookSink;
import dev.signalbox.sink.webhook.WebhookSinkSettings;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * An endpoint of signed webhooks.
 *
 * @param targets which addresses the endpoint may have
 */
public record WebhookSinkConfig(
        Common common, WebhookSinkSettings settings, TargetRules targets, Duration connectTimeout)
        implements SinkConfig {
    @Override
    public SinkType type() {
        return WebhookSinkType.INSTANCE;
    }

    @Override
    public Duration longestSend() {
        return settings.limits().timeout();
    }

    /** Without path and query, which often are credentials. */
    @Override
    public URI address(Optional<String> path) {
        return URI.create(endpoint().origin());
    }

    private TargetUrl endpoint() {
        return TargetUrl.parse(settings.url(), targets);
    }

    /** The signature proves who sends; credentials are the token, and headers that are named like one. */
    @Override
    public Optional<InsecureTransport> insecureTransport() {
        URI address = address(Optional.empty());
        boolean safe = settings.headers().stream().noneMatch(Header::isCredential)
                || "https".equals(address.getScheme())
                || LoopbackHost.is(address.getHost());
        return safe
                ? Optional.empty()
                : Optional.of(new InsecureTransport(
                        WebhookSinkType.URL,
                        "sends the token or a header with a credential unencrypted to another host",
                        "it must begin with https://"));
    }

    /** Each relay has its own connections. */
    @Override
    public SinkFactory factory(SinkEnvironment environment) {
        return _ -> open(environment.clock());
    }

    private Sink open(Clock clock) {
        int connections = limits().maxConcurrentRequests();
        WebhookClient client = new WebhookClient(
                new WebhookClientSettings(targets, connections, connections, connectTimeout), NameLookup.SYSTEM, clock);
        return new WebhookSink(settings, client, clock, InstantSource.system());
    }
}

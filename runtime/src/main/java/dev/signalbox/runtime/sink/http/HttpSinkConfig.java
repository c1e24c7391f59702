package dev.signalbox.runtime.sink.http;

import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.settings.LoopbackHost;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.http.BearerToken;
import dev.signalbox.sink.http.HttpSink;
import dev.signalbox.sink.http.HttpSinkSettings;
import dev.signalbox.sink.http.MessageFormat;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * An HTTP API.
 *
 * @param path the path below the base URL that batches are posted to, unless a relay sets another
 * @param format how messages are written; empty if that is not configured, which means as payloads
 */
public record HttpSinkConfig(
        Common common,
        URI baseUrl,
        Optional<String> path,
        Optional<Secret> token,
        Optional<MessageFormat> format,
        Timeouts timeouts,
        long maxResponseBytes)
        implements SinkConfig {

    /**
     * The timeouts of a request.
     *
     * @param request until the response begins
     * @param total from the beginning of a request to the last byte of its response
     */
    public record Timeouts(Duration connect, Duration request, Duration total) {}

    @Override
    public SinkType type() {
        return HttpSinkType.INSTANCE;
    }

    @Override
    public Duration longestSend() {
        return timeouts.total().compareTo(timeouts.request()) > 0 ? timeouts.total() : timeouts.request();
    }

    /** A request with one message has its id in a header. */
    @Override
    public List<String> outboxWarnings() {
        return format.isPresent() || limits().batchSize() == 1
                ? List.of()
                : List.of(SinkSettings.REQUEST_BODY.keyFor(name())
                        + " is not set: payloads are sent in batches without the ids of their messages, so a receiver can"
                        + " recognise a message that it has seen before only if the payload has an id; set envelope or"
                        + " cloud-events to send the id, or payload if that is what you want");
    }

    @Override
    public URI address(Optional<String> ofRelay) {
        return URI.create(baseUrl + ofRelay.or(() -> path).orElse(""));
    }

    @Override
    public Optional<InsecureTransport> insecureTransport() {
        boolean safe =
                token.isEmpty() || "https".equalsIgnoreCase(baseUrl.getScheme()) || LoopbackHost.is(baseUrl.getHost());
        return safe
                ? Optional.empty()
                : Optional.of(new InsecureTransport(
                        HttpSinkType.BASE_URL,
                        "sends the token unencrypted to another host",
                        "it must begin with https://"));
    }

    @Override
    public SinkFactory factory(SinkEnvironment environment) {
        return address -> new HttpSink(settings(address), InstantSource.system());
    }

    private HttpSinkSettings settings(URI address) {
        return new HttpSinkSettings(
                address,
                token.map(Secret::value).map(BearerToken::new).orElse(null),
                format.orElse(MessageFormat.PAYLOAD),
                new HttpSinkSettings.Timeouts(timeouts.connect(), timeouts.request(), timeouts.total()),
                limits().batch(),
                Math.toIntExact(maxResponseBytes),
                retryAfterCap());
    }
}

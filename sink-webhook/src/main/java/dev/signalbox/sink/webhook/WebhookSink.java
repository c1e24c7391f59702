package dev.signalbox.sink.webhook;

import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends each message to one endpoint as a signed request of its own. */
public final class WebhookSink implements Sink {
    static final String TYPE = "X-Signalbox-Type";
    static final String GROUP = "X-Signalbox-Group";

    /** A request has one message; more of them in flight are more calls. */
    private static final SinkLimits LIMITS = new SinkLimits(1, Long.MAX_VALUE);

    private final WebhookSinkSettings settings;
    private final URI url;
    private final WebhookClient client;
    private final WebhookVerdicts verdicts;
    private final Clock clock;
    private final InstantSource wallClock;
    private final OneByOneSending oneByOne = new OneByOneSending();

    /**
     * Does not connect.
     *
     * @param client is closed with the sink
     * @param wallClock the time of signatures, which receivers compare with their own
     * @throws IllegalArgumentException if the client's rules do not allow the URL
     */
    public WebhookSink(WebhookSinkSettings settings, WebhookClient client, Clock clock, InstantSource wallClock) {
        this.settings = settings;
        this.url = TargetUrl.parse(settings.url(), client.targets()).uri();
        this.client = client;
        this.verdicts =
                WebhookVerdicts.ofEndpoint(wallClock, settings.limits().retryAfterCap(), settings.secretTexts());
        this.clock = clock;
        this.wallClock = wallClock;
    }

    @Override
    public SinkLimits limits() {
        return LIMITS;
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        return oneByOne.send(batch, message -> send(message, notAfter));
    }

    private Outcome send(Message message, long notAfter) throws InterruptedException {
        Outcome refusal = refusal(message.payload());
        if (refusal != null) {
            return refusal;
        }
        if (clock.leaseNanos() >= notAfter) {
            return Outcome.NOT_ATTEMPTED;
        }
        byte[] body = switch (settings.body()) {
            case PAYLOAD -> message.payload().bytes();
            case ENVELOPE -> MessageBody.envelope(message);
        };
        return verdicts.outcome(client.send(new WebhookRequest(
                url, headers(message, body), body, settings.limits().timeout(), notAfter)));
    }

    private static @Nullable Outcome refusal(Payload payload) {
        if (payload.isLeftBehind()) {
            return Outcome.Rejected.unsent(payload.reasonLeftBehind());
        }
        String fault = new JsonCheck().fault(payload.bytes());
        return fault == null ? null : Outcome.Rejected.unsent("the payload is not one valid JSON value: " + fault);
    }

    private List<Header> headers(Message message, byte[] body) {
        List<Header> headers = new ArrayList<>();
        headers.add(new Header("Content-Type", "application/json"));
        headers.addAll(WebhookSignature.headers(message.id(), wallClock.instant(), body, settings.secrets()));
        headers.add(Header.encoded(TYPE, message.type()));
        if (message.group() != null) {
            headers.add(Header.encoded(GROUP, message.group()));
        }
        headers.addAll(settings.headers());
        return headers;
    }

    /** What has not begun is not sent any more. */
    @Override
    public void abandon() {
        oneByOne.abandon();
    }

    @Override
    public void close() {
        client.close();
    }
}

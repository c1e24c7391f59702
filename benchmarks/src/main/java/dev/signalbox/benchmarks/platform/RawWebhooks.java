package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.webhook.Header;
import dev.signalbox.sink.webhook.NameLookup;
import dev.signalbox.sink.webhook.TargetRules;
import dev.signalbox.sink.webhook.WebhookClient;
import dev.signalbox.sink.webhook.WebhookClientSettings;
import dev.signalbox.sink.webhook.WebhookRequest;
import dev.signalbox.sink.webhook.WebhookResponse;
import dev.signalbox.sink.webhook.WebhookResponse.Answered;
import dev.signalbox.sink.webhook.WebhookSecret;
import dev.signalbox.sink.webhook.WebhookSignature;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The baseline of delivery: the same signed requests by the same HTTP client, from memory. Each group is sent in its order,
 * and all groups at the same time.
 */
final class RawWebhooks implements AutoCloseable {
    private static final int OK = 200;
    private static final int MOST_CONNECTIONS = 2_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Header JSON = new Header("Content-Type", "application/json");

    private final WebhookReceiver receiver;
    private final EventShape shape;
    private final WebhookSecret secret = WebhookSecret.generate(new SecureRandom());
    private final WebhookClient client = new WebhookClient(
            new WebhookClientSettings(
                    new TargetRules(true, false, List.of()), MOST_CONNECTIONS, MOST_CONNECTIONS, TIMEOUT),
            NameLookup.SYSTEM,
            Clock.SYSTEM);

    RawWebhooks(WebhookReceiver receiver, EventShape shape) {
        this.receiver = receiver;
        this.shape = shape;
    }

    /** Returns when all are answered. */
    void send(int jobs) throws Exception {
        Map<Integer, List<Integer>> numbers = IntStream.range(0, jobs)
                .boxed()
                .collect(Collectors.groupingBy(number -> EventShape.session(number, shape.groups())));
        ConcurrentClients.run(shape.groups(), group -> {
            for (int number : numbers.getOrDefault(group, List.of())) {
                send(Workload.id(number), number);
            }
        });
    }

    private void send(String id, int number) throws InterruptedException {
        byte[] body = Workload.payload(number).getBytes(StandardCharsets.UTF_8);
        List<Header> headers = new ArrayList<>(
                WebhookSignature.headers(id, InstantSource.system().instant(), body, List.of(secret)));
        headers.add(JSON);
        headers.add(new Header("X-FlowCatalyst-ID", id));
        headers.add(new Header("X-FlowCatalyst-Causation-ID", id));
        headers.add(new Header("X-FlowCatalyst-Kind", "EVENT"));
        headers.add(new Header("X-FlowCatalyst-Code", shape.type(number)));
        WebhookRequest request =
                new WebhookRequest(receiver.target(shape.typeOf(number)), headers, body, TIMEOUT, Long.MAX_VALUE);
        WebhookResponse response = client.send(request);
        if (!(response instanceof Answered answered) || answered.status() != OK) {
            throw new IllegalStateException("a target answered " + response);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}

package dev.signalbox.e2e.platform;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A subscription whose target is a path of the receiver.
 *
 * @param type the type of events that it gets
 * @param secret as the platform returned it at the creation
 */
record SubscribedTarget(
        PlatformApi api, WebhookReceiver receiver, String id, String code, String type, String path, String secret) {
    private static final Duration POLL = Duration.ofMillis(10);
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Subscribes a path to a type that no other test uses. */
    static SubscribedTarget create(
            PlatformApi api, WebhookReceiver receiver, String name, Consumer<ObjectNode> settings) {
        String code = name + "-" + COUNT.incrementAndGet();
        return create(api, receiver, code, "e2e:" + code, settings);
    }

    /** Subscribes a path with the name of the subscription's code. */
    static SubscribedTarget create(
            PlatformApi api, WebhookReceiver receiver, String code, String type, Consumer<ObjectNode> settings) {
        String path = "/" + code;
        ObjectNode body = body(code, type, receiver.url(path));
        settings.accept(body);
        JsonNode created = api.post("/api/subscriptions", body).expect(201).json();
        return new SubscribedTarget(
                api,
                receiver,
                created.path("id").asString(),
                code,
                type,
                path,
                created.path("secret").asString());
    }

    /** The body that creates a subscription with all defaults. */
    static ObjectNode body(String code, String type, String target) {
        ObjectNode body = PlatformApi.object();
        body.put("code", code).put("name", "The " + code).put("target", target);
        body.putArray("eventTypes").addObject().put("eventTypeCode", type);
        return body;
    }

    /** The body of an event whose data are its number and group. */
    static ObjectNode event(String type, String group, int number) {
        ObjectNode event = PlatformApi.object();
        event.put("type", type).put("source", "e2e").put("subject", "order:" + number);
        event.put("messageGroup", group);
        event.putObject("data").put("n", number).put("group", group);
        return event;
    }

    /** Posts an event and returns the answer to it. */
    JsonNode post(String group, int number) {
        return api.post("/api/events", event(type, group, number)).expect(201).json();
    }

    /** Posts events of a group, numbered from one. */
    void postMany(String group, int count) {
        for (int number = 1; number <= count; number++) {
            post(group, number);
        }
    }

    List<ReceivedWebhook> received() {
        return receiver.at(path);
    }

    /** The numbers of the events that arrived, with repetitions. */
    List<Integer> numbers() {
        return received().stream().map(ReceivedWebhook::number).toList();
    }

    List<Integer> numbers(String group) {
        return received().stream()
                .filter(webhook -> webhook.group().equals(group))
                .map(ReceivedWebhook::number)
                .toList();
    }

    void answer(WebhookReceiver.Rule rule) {
        receiver.answer(path, rule);
    }

    void accept() {
        receiver.accept(path);
    }

    SubscribedTarget awaitCount(int count, Duration atMost) {
        await().alias(count + " webhooks at " + path)
                .atMost(atMost)
                .pollInterval(POLL)
                .until(() -> received().size() >= count);
        return this;
    }

    /** Waits and fails if more than this many requests arrive in that time. */
    void staysAt(int count, Duration time) {
        await().alias("no more than " + count + " webhooks at " + path)
                .during(time)
                .atMost(time.plusSeconds(5))
                .until(() -> received().size() == count);
    }

    /** Changes the subscription. */
    void change(Consumer<ObjectNode> change) {
        ObjectNode body = PlatformApi.object();
        change.accept(body);
        api.put("/api/subscriptions/" + id, body).expectSuccess();
    }

    void pause() {
        api.post("/api/subscriptions/" + id + "/pause").expectSuccess();
    }

    void resume() {
        api.post("/api/subscriptions/" + id + "/resume").expectSuccess();
    }

    JsonNode shown() {
        return api.get("/api/subscriptions/" + id).expect(200).json();
    }

    /** The jobs of this subscription, newest first, of at most a page. */
    List<JsonNode> jobs() {
        JsonNode page = api.get("/api/dispatch/jobs?size=200&subscriptionId=" + id)
                .expect(200)
                .json();
        return page.path("items").valueStream().toList();
    }

    /** The job of the event with this number, whose subject has it. */
    String jobOf(int number) {
        return jobs().stream()
                .filter(job -> job.path("subject").asString().equals("order:" + number))
                .map(job -> job.path("id").asString())
                .findFirst()
                .orElseThrow();
    }

    void awaitStatus(int number, String status, Duration atMost) {
        String job = jobOf(number);
        await().alias("job of " + number + " becomes " + status)
                .atMost(atMost)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> api.jobStatus(job).equals(status));
    }
}

package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares what clients posted with what arrived at each of these targets. */
record DeliveryLedger(EventLoad load, List<SubscribedTarget> targets) {
    /** How long after its arrival a webhook may still be unsettled. */
    private static final long SETTLED_AFTER = Duration.ofSeconds(2).toNanos();

    /** Waits until each acknowledged event has arrived everywhere. */
    DeliveryLedger awaitComplete(Duration atMost) {
        Set<EventLoad.Key> expected = load.acknowledged().keySet();
        await().alias("all acknowledged events arrive")
                .atMost(atMost)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> targets.stream()
                        .allMatch(target -> missing(expected, target).isEmpty()));
        return this;
    }

    private static Set<EventLoad.Key> missing(Set<EventLoad.Key> expected, SubscribedTarget target) {
        Set<EventLoad.Key> missing = new HashSet<>(expected);
        target.received().forEach(webhook -> missing.remove(key(webhook)));
        return missing;
    }

    private static EventLoad.Key key(ReceivedWebhook webhook) {
        return new EventLoad.Key(webhook.group(), webhook.number());
    }

    /** Waits until nothing has arrived for a while. */
    DeliveryLedger awaitQuiet(Duration quiet) {
        int[] before = {-1};
        await().alias("nothing more arrives")
                .atMost(quiet.multipliedBy(10))
                .pollInterval(quiet)
                .until(() -> {
                    int now = targets.stream()
                            .mapToInt(target -> target.received().size())
                            .sum();
                    boolean same = now == before[0];
                    before[0] = now;
                    return same;
                });
        return this;
    }

    /** Each event is one event with one job for each target, and all of its jobs exist or none does. */
    DeliveryLedger assertWhole() {
        assertThat(load.wrongAnswers()).isEmpty();
        Map<EventLoad.Key, String> events = load.acknowledged();
        for (SubscribedTarget target : targets) {
            Map<EventLoad.Key, String> jobs = new HashMap<>();
            for (ReceivedWebhook webhook : target.received()) {
                EventLoad.Key key = key(webhook);
                assertThat(jobs.computeIfAbsent(key, _ -> webhook.id()))
                        .as("the webhook-id of each " + key)
                        .isEqualTo(webhook.id());
                assertThat(webhook.header("X-FlowCatalyst-Causation-ID"))
                        .as("the event of " + key)
                        .isEqualTo(events.getOrDefault(key, webhook.header("X-FlowCatalyst-Causation-ID")));
                SignatureCheck.assertSigned(webhook, target.secret());
            }
            assertThat(jobs.values()).as("jobs at " + target.path()).doesNotHaveDuplicates();
            assertThat(jobs.keySet()).containsAll(events.keySet());
        }
        for (EventLoad.Key key : load.unanswered()) {
            long at = targets.stream()
                    .filter(target -> missing(Set.of(key), target).isEmpty())
                    .count();
            assertThat(at).as("targets that got the unanswered " + key).isIn(0L, (long) targets.size());
        }
        return this;
    }

    /**
     * No event of a group arrives for the first time before an earlier one has. A post without an answer may be accepted
     * later than those that followed it.
     */
    DeliveryLedger assertNoOvertaking() {
        Set<EventLoad.Key> unanswered = load.unanswered();
        for (SubscribedTarget target : targets) {
            Map<String, Integer> last = new HashMap<>();
            Set<EventLoad.Key> seen = new HashSet<>(unanswered);
            for (ReceivedWebhook webhook : target.received()) {
                if (seen.add(key(webhook))) {
                    Integer before = last.put(webhook.group(), webhook.number());
                    assertThat(webhook.number())
                            .as("the next of " + webhook.group() + " at " + target.path())
                            .isGreaterThan(before == null ? 0 : before);
                }
            }
        }
        return this;
    }

    /** Returns the webhooks that arrived more than once, as the lists of their arrivals. */
    List<List<ReceivedWebhook>> repeated() {
        List<List<ReceivedWebhook>> repeated = new ArrayList<>();
        for (SubscribedTarget target : targets) {
            Map<String, List<ReceivedWebhook>> byId = new LinkedHashMap<>();
            target.received()
                    .forEach(webhook -> byId.computeIfAbsent(webhook.id(), _ -> new ArrayList<>())
                            .add(webhook));
            byId.values().stream().filter(all -> all.size() > 1).forEach(repeated::add);
        }
        return repeated;
    }

    /** Fails if a webhook came again that was not in flight when the fault began. */
    DeliveryLedger assertRepeatedOnlyInFlightAt(long fault) {
        for (List<ReceivedWebhook> arrivals : repeated()) {
            assertThat(arrivals.getFirst().at() - fault)
                    .as(
                            "ns from the fault to the first arrival of %s, which came %d times",
                            arrivals.getFirst().id(), arrivals.size())
                    .isBetween(-SETTLED_AFTER, SETTLED_AFTER);
            assertThat(arrivals).as("arrivals of one webhook").hasSizeLessThanOrEqualTo(3);
        }
        return this;
    }
}

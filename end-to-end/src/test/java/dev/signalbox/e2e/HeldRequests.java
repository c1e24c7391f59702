package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Predicate;

/** Requests that have arrived, and whose sender has to hold their messages because it gets no answers. */
final class HeldRequests {
    private final Receiver receiver;
    private final Function<Arrival, Reply> rule;
    private final List<Arrival> caught = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);

    private HeldRequests(Receiver receiver, Function<Arrival, Reply> rule) {
        this.receiver = receiver;
        this.rule = rule;
    }

    /**
     * Leaves requests with such messages without an answer from now on, and waits until there are so many; the receiver
     * has their messages. All others are answered by the rule.
     */
    static HeldRequests next(int count, Receiver receiver, Predicate<Item> which, Function<Arrival, Reply> rule) {
        HeldRequests held = new HeldRequests(receiver, rule);
        receiver.answer(arrival -> arrival.items().stream().anyMatch(which) ? held.hold(arrival) : rule.apply(arrival));
        held.awaitCaught(count);
        return held;
    }

    private Reply hold(Arrival arrival) {
        caught.add(arrival);
        return new Reply.When(released, Reply.accept(arrival));
    }

    private void awaitCaught(int count) {
        await().alias("requests that can be held")
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> caught.size() >= count);
    }

    /** Answers them, where somebody still listens; whatever comes from now on is answered by the rule. */
    void release() {
        receiver.answer(rule);
        released.countDown();
    }

    /** The messages in them. */
    List<String> ids() {
        return caught.stream()
                .flatMap(arrival -> arrival.items().stream())
                .map(Item::id)
                .toList();
    }
}

package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A request that has arrived, and whose sender has to hold its messages because it gets no answer yet. */
record HeldRequest(List<String> ids, CountDownLatch answer) {
    /** Waits for the next request with such a message; it is kept but not answered. All others are answered by the rule. */
    static HeldRequest next(Receiver receiver, Predicate<Item> which, Function<Arrival, Reply> rule) {
        CountDownLatch answer = new CountDownLatch(1);
        AtomicReference<@Nullable Arrival> caught = new AtomicReference<>();
        receiver.answer(arrival -> {
            if (arrival.items().stream().anyMatch(which) && caught.compareAndSet(null, arrival)) {
                return new Reply.When(answer, Reply.accept(arrival));
            }
            return rule.apply(arrival);
        });
        Arrival arrival = awaitCaught(caught);
        return new HeldRequest(arrival.items().stream().map(Item::id).toList(), answer);
    }

    private static Arrival awaitCaught(AtomicReference<@Nullable Arrival> caught) {
        return await().alias("a request that can be held")
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(caught::get, arrival -> arrival != null);
    }

    void release() {
        answer.countDown();
    }
}

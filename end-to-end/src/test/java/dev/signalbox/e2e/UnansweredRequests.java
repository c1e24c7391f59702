package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Predicate;

/** Requests without an answer, so that the sender keeps their messages in flight. */
final class UnansweredRequests {
    private static final Duration QUIET = Duration.ofSeconds(2);

    private final Receiver receiver;
    private final Function<ReceivedRequest, ReceiverReply> rule;
    private final List<ReceivedRequest> caught = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile long caughtLast = System.nanoTime();

    private UnansweredRequests(Receiver receiver, Function<ReceivedRequest, ReceiverReply> rule) {
        this.receiver = receiver;
        this.rule = rule;
    }

    /**
     * Leaves requests with matching messages unanswered from now on, and waits until there are this many, or until no
     * further one comes because these hold all groups already; the receiver keeps their messages. The rule answers all
     * others.
     */
    static UnansweredRequests next(
            int count,
            Receiver receiver,
            Predicate<ReceivedItem> which,
            Function<ReceivedRequest, ReceiverReply> rule) {
        UnansweredRequests held = new UnansweredRequests(receiver, rule);
        receiver.answer(receivedRequest -> receivedRequest.items().stream().anyMatch(which)
                ? held.hold(receivedRequest)
                : rule.apply(receivedRequest));
        held.awaitCaught(count);
        return held;
    }

    private ReceiverReply hold(ReceivedRequest receivedRequest) {
        caught.add(receivedRequest);
        caughtLast = System.nanoTime();
        return new ReceiverReply.When(released, ReceiverReply.accept(receivedRequest));
    }

    private void awaitCaught(int count) {
        await().alias("requests that can be held")
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> caught.size() >= count || (!caught.isEmpty() && hasBeenQuiet()));
    }

    private boolean hasBeenQuiet() {
        return System.nanoTime() - caughtLast > QUIET.toNanos();
    }

    /** Answers them, if the sender is still connected; the rule answers all further requests. */
    void release() {
        receiver.answer(rule);
        released.countDown();
    }

    /** The ids of the messages in these requests. */
    List<String> ids() {
        return caught.stream()
                .flatMap(receivedRequest -> receivedRequest.items().stream())
                .map(ReceivedItem::id)
                .toList();
    }
}

package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Predicate;

/** Requests that have arrived, and whose sender has to hold their messages because it gets no answers. */
final class UnansweredRequests {
    private final Receiver receiver;
    private final Function<ReceivedRequest, ReceiverReply> rule;
    private final List<ReceivedRequest> caught = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);

    private UnansweredRequests(Receiver receiver, Function<ReceivedRequest, ReceiverReply> rule) {
        this.receiver = receiver;
        this.rule = rule;
    }

    /**
     * Leaves requests with such messages without an answer from now on, and waits until there are so many; the receiver
     * has their messages. All others are answered by the rule.
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
        return new ReceiverReply.When(released, ReceiverReply.accept(receivedRequest));
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
                .flatMap(receivedRequest -> receivedRequest.items().stream())
                .map(ReceivedItem::id)
                .toList();
    }
}

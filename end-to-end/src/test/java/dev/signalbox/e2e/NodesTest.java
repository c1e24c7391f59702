package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Base class of the tests with several nodes, each in its own process, on any database. */
abstract class NodesTest<W extends ScenarioFixture<?>> extends ScenarioTest<W> {
    static final int REQUESTS_UNDER_WAY = 3;
    private static final double LIMIT = 15;
    private static final List<String> DELIVERED_AT_ONCE = List.of("COMPLETED|0");

    NodesTest(W world) {
        super(world);
    }

    /** Accepts each request after this time. */
    static Function<ReceivedRequest, ReceiverReply> acceptAfter(int millis) {
        return receivedRequest -> ReceiverReply.acceptAfter(receivedRequest, Duration.ofMillis(millis));
    }

    List<String> held() {
        return world.outbox().idsOf("PROCESSING");
    }

    void awaitDelivered(long more) {
        long before = world.receiver().keptItems();
        await().atMost(seconds(20)).until(() -> world.receiver().keptItems() > before + more);
    }

    /** All messages arrive, and no attempt failed because of its destination. */
    OutboxDeliveryOracle settle() {
        world.application().pause();
        world.awaitSettled(seconds(15));
        assertThat(world.outbox().statesAndAttempts()).isEqualTo(DELIVERED_AT_ONCE);
        return world.ledger().assertNothingLostAndInOrder();
    }

    /** Kills one of two nodes while it has messages in flight, which the other node has to deliver. */
    void killOneOfTwo(int perSecond, LongFunction<@Nullable String> groups) {
        world.receiver().answer(acceptAfter(15));
        Cluster cluster = new Cluster(world, world.flowCatalyst()).start("one", "two");
        world.application().begin(perSecond, groups);
        // Until the first backlog is gone: one request of it could hold all groups of the node.
        awaitDelivered(600);
        UnansweredRequests unanswered = UnansweredRequests.next(
                REQUESTS_UNDER_WAY, world.receiver(), cluster.messagesOf("one"), acceptAfter(15));

        cluster.remove("one").kill();
        long killedAt = System.nanoTime();
        unanswered.release();
        List<String> held = held();
        assertThat(held).as("held at the kill").containsAll(unanswered.ids());
        cluster.awaitBalance();
        double takenOver = secondsSince(killedAt);
        await().atMost(seconds(15)).until(() -> new HashSet<>(world.outbox().idsOf("COMPLETED")).containsAll(held));
        double all = secondsSince(killedAt);

        OutboxDeliveryOracle outboxDeliveryOracle = settle().assertDuplicatesOnlyOf(held);
        figure(
                "one of two nodes killed: shards taken over after %.2f s, %d held rows delivered after %.2f s, %d duplicates of %d"
                        .formatted(
                                takenOver,
                                held.size(),
                                all,
                                outboxDeliveryOracle.duplicates(),
                                outboxDeliveryOracle.arrived()));
        assertThat(all).as("seconds until held rows are delivered").isLessThanOrEqualTo(LIMIT);
        assertThat(outboxDeliveryOracle.duplicates())
                .as("of what the destination had without an answer")
                .isGreaterThanOrEqualTo(unanswered.ids().size());
    }
}

package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that their destination refuses. */
class PoisonTest extends SharedProgramTest {
    private static final int BAD = 57;

    private String bad = "";

    @Override
    ConfigText config() {
        return world.own().relay("max-retries", "2");
    }

    @BeforeEach
    void choose() {
        bad = OutboxWriter.id(first + BAD);
    }

    @Test
    void oneItemThatTheApiRefusesFailsAloneAndAtOnce() {
        refuseTheBadOneWith(400);
        world.application().write(300, OutboxWriter.spreadOver(12));
        world.awaitSettled(seconds(15));

        assertOnlyTheBadOneFailed();
        assertNoOtherCountsAnAttempt();
        assertThat(lastWithBad()).hasSize(1);
        world.ledger().assertNothingLostAndInOrder();
    }

    @Test
    void oneItemThatBreaksTheApiFailsAfterItsLastAttemptAlone() {
        refuseTheBadOneWith(500);
        world.application().write(300, OutboxWriter.spreadOver(12));
        world.awaitSettled(seconds(15));

        assertOnlyTheBadOneFailed();
        assertThat(world.receiver().seenWith(bad)).hasSize(3);
        assertThat(lastWithBad()).hasSize(1);
        world.ledger().assertNothingLostAndInOrder();
    }

    @Test
    void aBatchThatIsTooLargeIsSplitAndOnlyAnItemThatIsTooLargeByItselfFails() {
        world.receiver()
                .answer(receivedRequest -> receivedRequest.bytes() > 2_000
                        ? ReceiverReply.status(413)
                        : ReceiverReply.accept(receivedRequest));
        world.application().write(BAD, OutboxWriter.spreadOver(10));
        bad = world.application().writePayload("g1", "{\"id\":\"large\",\"pad\":\"" + "x".repeat(3_000) + "\"}");
        world.application().write(50, OutboxWriter.spreadOver(10));
        world.awaitSettled(seconds(15));

        assertOnlyTheBadOneFailed();
        assertNoOtherCountsAnAttempt();
        world.ledger().assertNothingLostAndInOrder();
    }

    @Test
    void resultsPerItemSettlePerItem() {
        world.receiver().answer(this::results);
        world.application().write(120, OutboxWriter.spreadOver(12));
        world.awaitSettled(seconds(15));

        assertOnlyTheBadOneFailed();
        assertThat(count("status = 'COMPLETED'")).isEqualTo(119);
    }

    @Test
    void anItemThatFailsHoldsItsGroupBackAndNoOther() {
        CountDownLatch opened = new CountDownLatch(1);
        world.receiver().answer(receivedRequest -> {
            if (!receivedRequest.has(bad)) {
                return ReceiverReply.accept(receivedRequest);
            }
            ReceiverReply broken = ReceiverReply.status(500);
            return receivedRequest.items().size() > 1 ? broken : new ReceiverReply.When(opened, broken);
        });
        world.application().write(BAD + 1, n -> "alone-" + n);
        world.application().write(20, _ -> "alone-" + (first + BAD));
        await().atMost(seconds(10)).until(() -> count("status = 'COMPLETED'") == BAD);
        assertThat(count("message_group = 'alone-%d' AND status = 'COMPLETED'".formatted(first + BAD)))
                .isZero();

        opened.countDown();
        world.awaitSettled(seconds(25));
        assertOnlyTheBadOneFailed();
        world.ledger().assertNothingLostAndInOrder();
    }

    private void refuseTheBadOneWith(int status) {
        world.receiver()
                .answer(receivedRequest -> receivedRequest.has(bad)
                        ? ReceiverReply.status(status)
                        : ReceiverReply.accept(receivedRequest));
    }

    private ReceiverReply results(ReceivedRequest receivedRequest) {
        return ReceiverReply.body(
                200,
                receivedRequest.items().stream()
                        .map(receivedItem -> receivedItem.id().equals(bad)
                                ? "{\"id\":\"" + receivedItem.id()
                                        + "\",\"status\":422,\"error\":\"amount is negative\"}"
                                : "{\"id\":\"" + receivedItem.id() + "\",\"status\":201}")
                        .collect(Collectors.joining(",", "{\"results\":[", "]}")));
    }

    private void assertOnlyTheBadOneFailed() {
        assertThat(count("status = 'FAILED'")).isOne();
        assertThat(world.outbox()
                        .value(
                                "SELECT coalesce(error_message, '') FROM outbox_events WHERE status = 'FAILED' AND id = '"
                                        + bad + "'"))
                .isNotEmpty();
    }

    private void assertNoOtherCountsAnAttempt() {
        assertThat(count("status = 'COMPLETED' AND retry_count > 0")).isZero();
    }

    private List<ReceivedItem> lastWithBad() {
        return world.receiver().seenWith(bad).getLast().items();
    }
}

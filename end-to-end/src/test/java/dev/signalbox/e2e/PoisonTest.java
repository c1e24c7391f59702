package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PoisonTest extends EndToEndTest {
    private static final String BAD = OutboxWriter.id(57);

    @Test
    void oneItemThatTheApiRefusesFailsAloneAndAtOnce() {
        world.receiver()
                .answer(receivedRequest ->
                        receivedRequest.has(BAD) ? ReceiverReply.status(400) : ReceiverReply.accept(receivedRequest));
        world.application().write(300, OutboxWriter.spreadOver(12));
        world.leader(world.flowCatalyst());
        world.awaitSettled(seconds(15));

        assertOnlyTheBadOneFailed();
        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "status = 'COMPLETED' AND retry_count > 0"))
                .isZero();
        assertThat(lastWithBad()).hasSize(1);
        world.ledger().assertNothingLostAndInOrder();
    }

    @Test
    void oneItemThatBreaksTheApiFailsAfterItsLastAttemptAlone() {
        world.receiver()
                .answer(receivedRequest ->
                        receivedRequest.has(BAD) ? ReceiverReply.status(500) : ReceiverReply.accept(receivedRequest));
        world.application().write(300, OutboxWriter.spreadOver(12));
        world.leader(world.own().relay("max-retries", "2"));
        world.awaitSettled(seconds(15));

        assertOnlyTheBadOneFailed();
        assertThat(world.receiver().seenWith(BAD)).hasSize(3);
        assertThat(lastWithBad()).hasSize(1);
        world.ledger().assertNothingLostAndInOrder();
    }

    @Test
    void aBatchThatIsTooLargeIsSplitAndOnlyAnItemThatIsTooLargeByItselfFails() {
        world.receiver()
                .answer(receivedRequest -> receivedRequest.bytes() > 2_000
                        ? ReceiverReply.status(413)
                        : ReceiverReply.accept(receivedRequest));
        world.application().write(200, OutboxWriter.spreadOver(10));
        String large =
                world.application().writePayload("g1", "{\"id\":\"large\",\"pad\":\"" + "x".repeat(3_000) + "\"}");
        world.application().write(50, OutboxWriter.spreadOver(10));
        world.leader(world.own());
        world.awaitSettled(seconds(15));

        assertThat(world.outbox().rows("SELECT id FROM outbox_events WHERE status = 'FAILED'"))
                .containsExactly(large);
        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "status = 'COMPLETED' AND retry_count > 0"))
                .isZero();
        world.ledger().assertNothingLostAndInOrder();
    }

    @Test
    void resultsPerItemSettlePerItem() {
        world.receiver().answer(PoisonTest::results);
        world.application().write(120, OutboxWriter.spreadOver(12));
        world.leader(world.own().relay("max-retries", "1"));
        world.awaitSettled(seconds(15));

        assertOnlyTheBadOneFailed();
        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "status = 'COMPLETED'"))
                .isEqualTo(119);
    }

    @Test
    void anItemThatFailsHoldsItsGroupBackAndNoOther() {
        world.receiver()
                .answer(receivedRequest ->
                        receivedRequest.has(BAD) ? ReceiverReply.status(500) : ReceiverReply.accept(receivedRequest));
        world.application().write(58, OutboxWriter.spreadOver(58));
        world.application().write(20, _ -> "g57");
        world.leader(world.own().relay("max-retries", "3").relay("retry.initial-delay", "500ms"));
        await().atMost(seconds(10)).until(() -> world.outbox().events("COMPLETED") == 57);
        assertThat(world.outbox().count(PostgresTestDatabase.EVENTS, "message_group = 'g57' AND status = 'COMPLETED'"))
                .isZero();

        world.awaitSettled(seconds(25));
        assertOnlyTheBadOneFailed();
        world.ledger().assertNothingLostAndInOrder();
    }

    private static ReceiverReply results(ReceivedRequest receivedRequest) {
        return ReceiverReply.body(
                200,
                receivedRequest.items().stream()
                        .map(receivedItem -> receivedItem.id().equals(BAD)
                                ? "{\"id\":\"" + receivedItem.id()
                                        + "\",\"status\":422,\"error\":\"amount is negative\"}"
                                : "{\"id\":\"" + receivedItem.id() + "\",\"status\":201}")
                        .collect(Collectors.joining(",", "{\"results\":[", "]}")));
    }

    private void assertOnlyTheBadOneFailed() {
        assertThat(world.outbox().rows("SELECT id FROM outbox_events WHERE status = 'FAILED'"))
                .containsExactly(BAD);
        assertThat(world.outbox()
                        .value("SELECT coalesce(error_message, '') FROM outbox_events WHERE id = '" + BAD + "'"))
                .isNotEmpty();
    }

    private List<ReceivedItem> lastWithBad() {
        return world.receiver().seenWith(BAD).getLast().items();
    }
}

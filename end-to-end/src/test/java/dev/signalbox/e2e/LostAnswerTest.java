package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LostAnswerTest extends EndToEndTest {
    private final Set<String> once = ConcurrentHashMap.newKeySet();

    @Test
    void whatWasTakenWithoutAnAnswerComesAgainUnderTheSameIdWithTheSameBody() {
        world.receiver()
                .answer(receivedRequest ->
                        isFirst(receivedRequest) ? new ReceiverReply.Drop() : ReceiverReply.accept(receivedRequest));
        world.application().write(40, OutboxWriter.spreadOver(4));
        world.leader(world.own());
        world.awaitSettled(seconds(15));

        OutboxDeliveryOracle outboxDeliveryOracle = world.ledger().assertNothingLostAndInOrder();
        assertThat(outboxDeliveryOracle.duplicates()).isEqualTo(40);
        assertThat(world.outbox().rows("SELECT DISTINCT status FROM outbox_events"))
                .containsExactly("COMPLETED");
    }

    @Test
    @Tag("slow")
    void anAnswerThatDripsForEverIsCutOff() {
        world.receiver()
                .answer(receivedRequest -> isFirst(receivedRequest)
                        ? new ReceiverReply.Drip(Duration.ofMillis(50))
                        : ReceiverReply.accept(receivedRequest));
        world.application().write(10, OutboxWriter.spreadOver(2));
        world.leader(world.own().set("signalbox.sinks.api.request-timeout", "1s"));
        world.awaitSettled(seconds(15));

        world.ledger().assertNothingLostAndInOrder();
        assertThat(world.outbox().rows("SELECT DISTINCT status FROM outbox_events"))
                .containsExactly("COMPLETED");
    }

    private boolean isFirst(ReceivedRequest receivedRequest) {
        List<String> ids =
                receivedRequest.items().stream().map(ReceivedItem::id).toList();
        return once.addAll(ids);
    }
}

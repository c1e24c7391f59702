package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class LostAnswerTest extends EndToEndTest {
    private final Set<String> once = ConcurrentHashMap.newKeySet();

    @Test
    void whatWasTakenWithoutAnAnswerComesAgainUnderTheSameIdWithTheSameBody() {
        world.receiver().answer(arrival -> isFirst(arrival) ? new Reply.Drop() : Reply.accept(arrival));
        world.application().write(40, Application.spreadOver(4));
        world.leader(world.own());
        world.awaitSettled(seconds(15));

        Ledger ledger = world.ledger().assertNothingLostAndInOrder();
        assertThat(ledger.duplicates()).isEqualTo(40);
        assertThat(world.outbox().rows("SELECT DISTINCT status FROM outbox_events"))
                .containsExactly("COMPLETED");
    }

    @Test
    void anAnswerThatDripsForEverIsCutOff() {
        world.receiver()
                .answer(arrival -> isFirst(arrival) ? new Reply.Drip(Duration.ofMillis(50)) : Reply.accept(arrival));
        world.application().write(10, Application.spreadOver(2));
        world.leader(world.own().set("signalbox.sinks.api.request-timeout", "1s"));
        world.awaitSettled(seconds(15));

        world.ledger().assertNothingLostAndInOrder();
        assertThat(world.outbox().rows("SELECT DISTINCT status FROM outbox_events"))
                .containsExactly("COMPLETED");
    }

    private boolean isFirst(Arrival arrival) {
        List<String> ids = arrival.items().stream().map(Item::id).toList();
        return once.addAll(ids);
    }
}

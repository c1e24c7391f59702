package dev.signalbox.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.delivery.Outcome;
import dev.signalbox.core.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FlightTest {
    private static final Outcome DOUBT = new Outcome.Unknown("no word");

    private final Failures failures = new Failures(RabbitBrokerSettings.of(
            "test", List.of(new BrokerAddress("rabbit", 5672)), new RabbitLogin("app", "secret")));
    private final AtomicInteger returns = new AtomicInteger();
    private final KnownKeys keys = new KnownKeys(false, Clock.SYSTEM);
    private final Flight flight = new Flight(keys, failures, returns::incrementAndGet);
    private final List<Lane> lanes = new ArrayList<>();

    @Test
    void confirmsComeInAnyOrderAndForSeveralAtOnce() throws InterruptedException {
        board(10, 5);
        flight.handleAck(12, false);
        assertThat(outcomes()).containsExactly(DOUBT, DOUBT, Outcome.DELIVERED, DOUBT, DOUBT);
        flight.handleAck(11, true);
        flight.handleNack(14, false);
        assertThat(flight.await(Clock.SYSTEM, Clock.SYSTEM.nanos())).isFalse();
        flight.handleAck(14, true);

        assertThat(flight.await(Clock.SYSTEM, Clock.SYSTEM.nanos())).isTrue();
        assertThat(outcomes().subList(0, 4)).containsOnly(Outcome.DELIVERED);
        assertThat(outcomes().getLast()).isInstanceOf(Outcome.Failed.class);
        assertThat(flight.isClear()).isTrue();
    }

    @Test
    void aReturnIsForTheMessageOfItsIdAndItsConfirmDoesNotMakeItDelivered() {
        board(1, 3);
        giveBack("1");
        flight.handleAck(3, true);

        assertThat(outcomes().get(0)).isEqualTo(Outcome.DELIVERED);
        assertThat(outcomes().get(1)).isInstanceOf(Outcome.Failed.class);
        assertThat(outcomes().get(2)).isEqualTo(Outcome.DELIVERED);
        assertThat(returns).hasValue(1);
    }

    @Test
    void aReturnThatFitsNothingLeavesNothingCertain() {
        board(1, 2);
        flight.handleAck(1, false);
        giveBack("somebody else's");
        flight.handleAck(2, false);

        assertThat(outcomes().getFirst()).isEqualTo(Outcome.DELIVERED);
        assertThat(outcomes().getLast()).isInstanceOf(Outcome.Unknown.class);
        assertThat(flight.isClear()).isFalse();
    }

    @Test
    void aConfirmOfANumberThatWasNotGivenOutConfirmsNothing() {
        board(5, 2);
        flight.handleAck(4, false);
        flight.handleAck(7, true);

        assertThat(outcomes()).containsExactly(DOUBT, DOUBT);
        assertThat(flight.isClear()).isFalse();
    }

    @Test
    void afterTheEndOnlyWhatCameBackIsCertain() throws InterruptedException {
        board(1, 3);
        flight.handleAck(1, false);
        giveBack("2");
        flight.end(new ShutdownSignalException(true, false, null, new Object()));

        assertThat(flight.await(Clock.SYSTEM, Long.MAX_VALUE)).isFalse();
        flight.giveUp(drafts -> Collections.nCopies(drafts.size(), DOUBT));
        assertThat(outcomes().get(0)).isEqualTo(Outcome.DELIVERED);
        assertThat(outcomes().get(1)).isEqualTo(DOUBT);
        assertThat(outcomes().get(2)).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void aChannelOnWhichSomethingWasGivenUpServesNobodyElse() {
        board(1, 2);
        flight.handleAck(1, false);
        flight.giveUp(drafts -> Collections.nCopies(drafts.size(), DOUBT));
        flight.handleAck(2, false);

        assertThat(outcomes()).containsExactly(Outcome.DELIVERED, DOUBT);
        assertThat(flight.isClear()).isFalse();
    }

    @Test
    void theOneThatWasTooLargeIsToldFromItsNeighbours() {
        List<Draft.Sendable> drafts = List.of(draft("a", 10), draft("b", 30), draft("c", 40));
        AMQP.Channel.Close close = new AMQP.Channel.Close.Builder()
                .replyCode(AMQP.PRECONDITION_FAILED)
                .replyText("PRECONDITION_FAILED - message size 30 is larger than configured max size 20")
                .classId(60)
                .methodId(40)
                .build();

        List<Outcome> outcomes =
                failures.afterEnd(new ShutdownSignalException(false, false, close, new Object()), drafts);

        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Unknown.class);
        assertThat(outcomes.get(1)).isInstanceOf(Outcome.TooLarge.class);
        assertThat(outcomes.get(2)).isEqualTo(Outcome.NOT_ATTEMPTED);
    }

    @Test
    void aKeyIsTrustedFromItsFirstArrivalUntilSomethingComesBack() {
        board(1, 3);
        assertThat(keys.isTrusted("key")).isFalse();
        flight.handleAck(1, false);
        assertThat(keys.isTrusted("key")).isTrue();
        giveBack("1");
        assertThat(keys.isTrusted("key")).isFalse();
        flight.handleNack(3, false);
        keys.arrived("key");
        assertThat(keys.isTrusted("key")).isFalse();
    }

    private void board(long first, int messages) {
        flight.begin(first);
        for (int i = 0; i < messages; i++) {
            Lane lane = new Lane();
            Draft.Sendable draft = draft(Integer.toString(i), 1);
            lane.add(i, draft);
            assertThat(lane.publish()).isTrue();
            lanes.add(lane);
            flight.board(new Flight.Passenger(lane, 0, draft));
        }
    }

    private static Draft.Sendable draft(String id, int size) {
        return new Draft.Sendable(id, "key", properties(id), new byte[size]);
    }

    private static AMQP.BasicProperties properties(String id) {
        return new AMQP.BasicProperties.Builder().messageId(id).build();
    }

    private void giveBack(String id) {
        flight.handleReturn(AMQP.NO_ROUTE, "NO_ROUTE", "exchange", "key", properties(id), new byte[1]);
    }

    private List<Outcome> outcomes() {
        Outcome[] all = new Outcome[lanes.size()];
        lanes.forEach(lane -> lane.report(all, DOUBT));
        return Arrays.asList(all);
    }
}

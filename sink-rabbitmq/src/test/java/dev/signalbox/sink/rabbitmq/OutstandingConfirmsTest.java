package dev.signalbox.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.rabbitmq.MessagePreparer.PreparedMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OutstandingConfirmsTest {
    private static final Outcome DOUBT = new Outcome.Unknown("no word");

    private final RabbitErrors rabbitErrors = new RabbitErrors(RabbitBrokerSettings.of(
            "test", List.of(new BrokerAddress("rabbit", 5672)), new RabbitLogin("app", "secret")));
    private final AtomicInteger returns = new AtomicInteger();
    private final RoutableKeys keys = new RoutableKeys(false, Clock.SYSTEM);
    private final OutstandingConfirms outstandingConfirms =
            new OutstandingConfirms(keys, rabbitErrors, returns::incrementAndGet);
    private final List<GroupPublishes> groupPublishes = new ArrayList<>();

    @Test
    void confirmsComeInAnyOrderAndForSeveralAtOnce() throws InterruptedException {
        board(10, 5);
        outstandingConfirms.handleAck(12, false);
        assertThat(outcomes()).containsExactly(DOUBT, DOUBT, Outcome.DELIVERED, DOUBT, DOUBT);
        outstandingConfirms.handleAck(11, true);
        outstandingConfirms.handleNack(14, false);
        assertThat(outstandingConfirms.await(Clock.SYSTEM, Clock.SYSTEM.nanos()))
                .isFalse();
        outstandingConfirms.handleAck(14, true);

        assertThat(outstandingConfirms.await(Clock.SYSTEM, Clock.SYSTEM.nanos()))
                .isTrue();
        assertThat(outcomes().subList(0, 4)).containsOnly(Outcome.DELIVERED);
        assertThat(outcomes().getLast()).isInstanceOf(Outcome.Failed.class);
        assertThat(outstandingConfirms.isClear()).isTrue();
    }

    @Test
    void aReturnIsForTheMessageOfItsIdAndItsConfirmDoesNotMakeItDelivered() {
        board(1, 3);
        giveBack("1");
        outstandingConfirms.handleAck(3, true);

        assertThat(outcomes().get(0)).isEqualTo(Outcome.DELIVERED);
        assertThat(outcomes().get(1)).isInstanceOf(Outcome.Failed.class);
        assertThat(outcomes().get(2)).isEqualTo(Outcome.DELIVERED);
        assertThat(returns).hasValue(1);
    }

    @Test
    void aReturnThatFitsNothingLeavesNothingCertain() {
        board(1, 2);
        outstandingConfirms.handleAck(1, false);
        giveBack("somebody else's");
        outstandingConfirms.handleAck(2, false);

        assertThat(outcomes().getFirst()).isEqualTo(Outcome.DELIVERED);
        assertThat(outcomes().getLast()).isInstanceOf(Outcome.Unknown.class);
        assertThat(outstandingConfirms.isClear()).isFalse();
    }

    @Test
    void aConfirmOfANumberThatWasNotGivenOutConfirmsNothing() {
        board(5, 2);
        outstandingConfirms.handleAck(4, false);
        outstandingConfirms.handleAck(7, true);

        assertThat(outcomes()).containsExactly(DOUBT, DOUBT);
        assertThat(outstandingConfirms.isClear()).isFalse();
    }

    @Test
    void afterTheEndOnlyWhatCameBackIsCertain() throws InterruptedException {
        board(1, 3);
        outstandingConfirms.handleAck(1, false);
        giveBack("2");
        outstandingConfirms.end(new ShutdownSignalException(true, false, null, new Object()));

        assertThat(outstandingConfirms.await(Clock.SYSTEM, Long.MAX_VALUE)).isFalse();
        outstandingConfirms.giveUp(drafts -> Collections.nCopies(drafts.size(), DOUBT));
        assertThat(outcomes().get(0)).isEqualTo(Outcome.DELIVERED);
        assertThat(outcomes().get(1)).isEqualTo(DOUBT);
        assertThat(outcomes().get(2)).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void aChannelOnWhichSomethingWasGivenUpServesNobodyElse() {
        board(1, 2);
        outstandingConfirms.handleAck(1, false);
        outstandingConfirms.giveUp(drafts -> Collections.nCopies(drafts.size(), DOUBT));
        outstandingConfirms.handleAck(2, false);

        assertThat(outcomes()).containsExactly(Outcome.DELIVERED, DOUBT);
        assertThat(outstandingConfirms.isClear()).isFalse();
    }

    @Test
    void theOneThatWasTooLargeIsToldFromItsNeighbours() {
        List<PreparedMessage.Sendable> drafts = List.of(draft("a", 10), draft("b", 30), draft("c", 40));
        AMQP.Channel.Close close = new AMQP.Channel.Close.Builder()
                .replyCode(AMQP.PRECONDITION_FAILED)
                .replyText("PRECONDITION_FAILED - message size 30 is larger than configured max size 20")
                .classId(60)
                .methodId(40)
                .build();

        List<Outcome> outcomes =
                rabbitErrors.afterEnd(new ShutdownSignalException(false, false, close, new Object()), drafts);

        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Unknown.class);
        assertThat(outcomes.get(1)).isInstanceOf(Outcome.TooLarge.class);
        assertThat(outcomes.get(2)).isEqualTo(Outcome.NOT_ATTEMPTED);
    }

    @Test
    void aKeyIsTrustedFromItsFirstArrivalUntilSomethingComesBack() {
        board(1, 3);
        assertThat(keys.isTrusted("key")).isFalse();
        outstandingConfirms.handleAck(1, false);
        assertThat(keys.isTrusted("key")).isTrue();
        giveBack("1");
        assertThat(keys.isTrusted("key")).isFalse();
        outstandingConfirms.handleNack(3, false);
        keys.arrived("key");
        assertThat(keys.isTrusted("key")).isFalse();
    }

    private void board(long first, int messages) {
        outstandingConfirms.begin(first);
        for (int i = 0; i < messages; i++) {
            GroupPublishes group = new GroupPublishes();
            PreparedMessage.Sendable draft = draft(Integer.toString(i), 1);
            group.add(i, draft);
            assertThat(group.publish()).isTrue();
            groupPublishes.add(group);
            outstandingConfirms.add(new OutstandingConfirms.UnconfirmedMessage(group, 0, draft));
        }
    }

    private static PreparedMessage.Sendable draft(String id, int size) {
        return new PreparedMessage.Sendable(id, "key", properties(id), new byte[size]);
    }

    private static AMQP.BasicProperties properties(String id) {
        return new AMQP.BasicProperties.Builder().messageId(id).build();
    }

    private void giveBack(String id) {
        outstandingConfirms.handleReturn(AMQP.NO_ROUTE, "NO_ROUTE", "exchange", "key", properties(id), new byte[1]);
    }

    private List<Outcome> outcomes() {
        Outcome[] all = new Outcome[groupPublishes.size()];
        groupPublishes.forEach(group -> group.report(all, DOUBT));
        return Arrays.asList(all);
    }
}

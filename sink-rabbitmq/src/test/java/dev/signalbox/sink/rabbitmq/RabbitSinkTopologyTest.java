package dev.signalbox.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RabbitSinkTopologyTest {
    private final String name = SharedRabbitBroker.name("topology");

    @Test
    void aQueueThatIsDeletedFailsMessagesAndIsDeclaredAgain() throws Exception {
        try (RabbitSink sink = SharedRabbitBroker.sink(SharedRabbitBroker.declaring(name))) {
            assertThat(sink.send(List.of(RabbitTestMessages.of("1", "g", "t")))).isEqualTo(Answer.DELIVERED);
            SharedRabbitBroker.elsewhere(channel -> channel.queueDelete(name));

            List<Outcome> outcomes = RabbitTestMessages.send(sink, RabbitTestMessages.batch("g", "t", 2, 3));

            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Failed.class);
            assertThat(outcomes.getFirst().reason())
                    .contains("312 NO_ROUTE", "exchange '" + name + "'", "routing key 't'");
            assertThat(outcomes.subList(1, 3)).containsOnly(Outcome.NOT_ATTEMPTED);
            await().until(() ->
                    sink.send(RabbitTestMessages.batch("g", "t", 2, 3)).equals(Answer.DELIVERED));
            assertThat(SharedRabbitBroker.ids(name)).containsExactly("g-2", "g-3", "g-4");
        }
    }

    @Test
    void whatNoQueueTakesDoesNotHoldUpOthersAndItsGroupWaitsBehindIt() throws Exception {
        RabbitSinkSettings settings = RabbitSinkSettings.of(name)
                .withTopology(Topology.exchange("direct").withQueue(name, "known"));
        try (RabbitSink sink = SharedRabbitBroker.sink(settings)) {
            List<Outcome> outcomes = RabbitTestMessages.send(
                    sink,
                    List.of(
                            RabbitTestMessages.of("1", "a", "known"),
                            RabbitTestMessages.of("2", "a", "unknown"),
                            RabbitTestMessages.of("3", "a", "known"),
                            RabbitTestMessages.of("4", "b", "known"),
                            RabbitTestMessages.of("5", null, "unknown"),
                            RabbitTestMessages.of("6", null, "known")));

            assertThat(outcomes.get(0)).isEqualTo(Outcome.DELIVERED);
            assertThat(outcomes.get(1)).isInstanceOf(Outcome.Failed.class);
            assertThat(outcomes.get(2)).isEqualTo(Outcome.NOT_ATTEMPTED);
            assertThat(outcomes.get(3)).isEqualTo(Outcome.DELIVERED);
            assertThat(outcomes.get(4)).isInstanceOf(Outcome.Failed.class);
            assertThat(outcomes.get(5)).isEqualTo(Outcome.DELIVERED);
            assertThat(SharedRabbitBroker.ids(name)).containsExactlyInAnyOrder("1", "4", "6");
        }
    }

    @Test
    void anExchangeThatNothingIsBoundToFailsMessages() throws Exception {
        RabbitSinkSettings settings = RabbitSinkSettings.of(name).withTopology(Topology.exchange("fanout"));
        try (RabbitSink sink = SharedRabbitBroker.sink(settings)) {
            assertThat(RabbitTestMessages.send(sink, List.of(RabbitTestMessages.of("1", null, "t")))
                            .getFirst())
                    .isInstanceOf(Outcome.Failed.class);
        }
    }

    @Test
    void anExchangeThatIsNotThereMakesTheDestinationUnavailableUntilItIs() throws Exception {
        try (RabbitSink sink = SharedRabbitBroker.sink(RabbitSinkSettings.of(name))) {
            Answer answer =
                    sink.send(List.of(RabbitTestMessages.of("1", null, "t"), RabbitTestMessages.of("2", null, "t")));
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            Answer.Whole.class,
                            whole -> assertThat(whole.outcome()).isInstanceOf(Outcome.Unavailable.class));
            assertThat(RabbitTestMessages.outcomes(answer, 2).getFirst().reason())
                    .contains("404", name);

            SharedRabbitBroker.elsewhere(channel -> {
                channel.exchangeDeclare(name, "fanout");
                channel.queueDeclare(name, true, false, false, null);
                return channel.queueBind(name, name, "");
            });
            await().until(() ->
                    sink.send(List.of(RabbitTestMessages.of("1", null, "t"))).equals(Answer.DELIVERED));

            SharedRabbitBroker.elsewhere(channel -> channel.exchangeDelete(name));
            List<Outcome> gone = RabbitTestMessages.send(sink, RabbitTestMessages.batch("g", "t", 0, 3));
            assertThat(gone.getFirst()).isInstanceOf(Outcome.Unavailable.class);
            assertThat(RabbitTestMessages.send(sink, RabbitTestMessages.batch("g", "t", 0, 3)))
                    .allMatch(Outcome.Unavailable.class::isInstance);
            assertThat(SharedRabbitBroker.ids(name)).containsExactly("1");
        }
    }

    @Test
    void whatIsThereAndIsNotTheSameMakesTheDestinationUnavailable() throws Exception {
        SharedRabbitBroker.elsewhere(channel -> channel.exchangeDeclare(name, "direct", true));
        try (RabbitSink sink = SharedRabbitBroker.sink(SharedRabbitBroker.declaring(name))) {
            Outcome outcome = RabbitTestMessages.send(sink, List.of(RabbitTestMessages.of("1", null, "t")))
                    .getFirst();
            assertThat(outcome).isInstanceOf(Outcome.Unavailable.class);
            assertThat(outcome.reason()).contains("406", "inequivalent arg 'type'");
        }
    }

    @Test
    void theDefaultExchangeDeliversToAQueueByItsName() throws Exception {
        RabbitSinkSettings settings = RabbitSinkSettings.of("")
                .withRouting(RoutingKeyRule.template(name))
                .withTopology(Topology.NONE.withQueue(name));
        try (RabbitSink sink = SharedRabbitBroker.sink(settings)) {
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 0, 5))).isEqualTo(Answer.DELIVERED);
            assertThat(SharedRabbitBroker.ids(name)).containsExactly("g-0", "g-1", "g-2", "g-3", "g-4");
        }
    }

    @Test
    void aQuorumQueueIsFilledInOrderAndItsRejectsGoWhereDeadLettersAreKept() throws Exception {
        String dead = name + "-dead";
        Topology.Queue queue = new Topology.Queue(
                name,
                Topology.QueueType.QUORUM,
                List.of("#"),
                new Topology.DeadLetters(name + "-dlx", "direct", dead, "rejects"));
        RabbitSinkSettings settings = RabbitSinkSettings.of(name)
                .withTopology(Topology.exchange("topic").withQueue(queue));
        try (RabbitSink sink = SharedRabbitBroker.sink(settings)) {
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 0, 3))).isEqualTo(Answer.DELIVERED);
        }
        SharedRabbitBroker.elsewhere(channel -> {
            for (int i = 0; i < 3; i++) {
                channel.basicReject(channel.basicGet(name, false).getEnvelope().getDeliveryTag(), false);
            }
            return true;
        });
        await().until(() -> SharedRabbitBroker.elsewhere(channel -> channel.messageCount(dead)) == 3);
        assertThat(SharedRabbitBroker.ids(dead)).containsExactly("g-0", "g-1", "g-2");
    }

    @Test
    void deadLettersOfAClassicQueueKeepTheirKeyIfNoneIsGiven() throws Exception {
        Topology.Queue queue = new Topology.Queue(
                name,
                Topology.QueueType.CLASSIC,
                List.of("a.*"),
                new Topology.DeadLetters(name + "-dlx", "topic", name + "-dead", null));
        RabbitSinkSettings settings = RabbitSinkSettings.of(name)
                .withTopology(Topology.exchange("topic").withQueue(queue));
        try (RabbitSink sink = SharedRabbitBroker.sink(settings)) {
            assertThat(sink.send(List.of(RabbitTestMessages.of("1", null, "a.b"))))
                    .isEqualTo(Answer.DELIVERED);
        }
        SharedRabbitBroker.elsewhere(channel -> {
            channel.basicReject(channel.basicGet(name, false).getEnvelope().getDeliveryTag(), false);
            return true;
        });
        await().until(() -> SharedRabbitBroker.elsewhere(channel -> channel.messageCount(name + "-dead")) == 1);
        assertThat(SharedRabbitBroker.drain(name + "-dead")
                        .getFirst()
                        .getEnvelope()
                        .getRoutingKey())
                .isEqualTo("a.b");
    }

    @Test
    void aFullQueueThatRefusesFailsMessagesAndFromThenOnAGroupGoesOneByOne() throws Exception {
        SharedRabbitBroker.elsewhere(channel -> {
            channel.exchangeDeclare(name, "fanout");
            channel.queueDeclare(name, true, false, false, Map.of("x-max-length", 2, "x-overflow", "reject-publish"));
            return channel.queueBind(name, name, "");
        });
        try (RabbitSink sink = SharedRabbitBroker.sink(RabbitSinkSettings.of(name))) {
            List<Message> batch = RabbitTestMessages.batch("g", "t", 0, 4);
            await().until(() -> !sink.send(List.of(RabbitTestMessages.of("filler", null, "t")))
                    .equals(Answer.DELIVERED));

            List<Outcome> outcomes = RabbitTestMessages.send(sink, batch);

            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Failed.class);
            assertThat(outcomes.getFirst().reason()).contains("nack");
            assertThat(outcomes.subList(1, 4)).containsOnly(Outcome.NOT_ATTEMPTED);
        }
    }

    @Test
    void twoMessagesOfAGroupAreNotOnTheirWayAtOnceWhileNothingIsKnownOfTheirKey() throws Exception {
        RabbitSinkSettings settings = RabbitSinkSettings.of(name).withTopology(Topology.exchange("direct"));
        try (RabbitSink sink = SharedRabbitBroker.sink(settings)) {
            List<Outcome> outcomes = RabbitTestMessages.send(sink, RabbitTestMessages.batch("g", "t", 0, 5));
            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Failed.class);
            assertThat(outcomes.subList(1, 5)).containsOnly(Outcome.NOT_ATTEMPTED);
        }
    }
}

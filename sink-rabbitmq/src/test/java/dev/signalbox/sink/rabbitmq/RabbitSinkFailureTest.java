package dev.signalbox.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.tls.TlsFiles;
import dev.signalbox.testkit.fault.FreezingProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RabbitSinkFailureTest {
    private final String name = SharedRabbitBroker.name("failure");

    @Test
    void aBrokerThatIsKilledHasWhatItConfirmedWhenItIsBack() throws Exception {
        try (RabbitSink sink = new RabbitSink(
                SharedRabbitBroker.hasty(SharedRabbitBroker.rabbit().port()),
                SharedRabbitBroker.declaring(name),
                Clock.SYSTEM)) {
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 0, 50))).isEqualTo(Answer.DELIVERED);
            SharedRabbitBroker.rabbit().kill();

            await().untilAsserted(
                            () -> assertThat(RabbitTestMessages.send(sink, RabbitTestMessages.batch("g", "t", 50, 2)))
                                    .allMatch(Outcome.Unavailable.class::isInstance));

            SharedRabbitBroker.rabbit().restart();
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 50, 50))).isEqualTo(Answer.DELIVERED);
            assertThat(SharedRabbitBroker.ids(name))
                    .containsExactlyElementsOf(RabbitTestMessages.batch("g", "t", 0, 100).stream()
                            .map(Message::id)
                            .toList());
        }
    }

    @Test
    void whileTheBrokerIsShortOfMemoryNothingIsPublishedAndAfterwardsItGoesOn() throws Exception {
        try (RabbitSink sink = new RabbitSink(
                SharedRabbitBroker.hasty(SharedRabbitBroker.rabbit().port()),
                SharedRabbitBroker.declaring(name),
                Clock.SYSTEM)) {
            assertThat(sink.send(List.of(RabbitTestMessages.of("before", null, "t"))))
                    .isEqualTo(Answer.DELIVERED);
            List<String> confirmed = new ArrayList<>(List.of("before"));
            SharedRabbitBroker.rabbit().setMemoryAlarm(true);
            try {
                // A message in flight when the broker blocks may be confirmed or not; afterwards nothing is
                // published.
                Answer _ = sink.send(List.of(RabbitTestMessages.of("on its way", null, "t")));
                for (int i = 0; i < 3; i++) {
                    Outcome outcome = RabbitTestMessages.send(sink, List.of(RabbitTestMessages.of("kept", null, "t")))
                            .getFirst();
                    assertThat(outcome).isInstanceOf(Outcome.Unavailable.class);
                    assertThat(outcome.reason()).contains("low on memory");
                }
            } finally {
                SharedRabbitBroker.rabbit().setMemoryAlarm(false);
            }
            await().until(() -> sink.send(List.of(RabbitTestMessages.of("after", null, "t")))
                    .equals(Answer.DELIVERED));
            confirmed.add("after");
            assertThat(SharedRabbitBroker.ids(name)).containsExactlyElementsOf(confirmed);
        }
    }

    @Test
    void whatWasPublishedAndNotConfirmedIsUnknown() throws Exception {
        try (FreezingProxy proxy = new FreezingProxy(SharedRabbitBroker.rabbit().port());
                RabbitSink sink = new RabbitSink(
                        SharedRabbitBroker.hasty(proxy.port()), SharedRabbitBroker.declaring(name), Clock.SYSTEM)) {
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 0, 2))).isEqualTo(Answer.DELIVERED);
            proxy.freezePresentOnes();

            List<Outcome> outcomes = RabbitTestMessages.send(sink, RabbitTestMessages.batch("g", "t", 2, 2));

            assertThat(outcomes).allMatch(Outcome.Unknown.class::isInstance);
            assertThat(outcomes.getFirst().reason()).contains("no confirm came");
            // The sink opens a new connection and cuts the old one, so that messages in flight on it do not arrive
            // late.
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 2, 2))).isEqualTo(Answer.DELIVERED);
            assertThat(SharedRabbitBroker.ids(name)).containsExactly("g-0", "g-1", "g-2", "g-3");
        }
    }

    @Test
    void aBrokerThatStopsReadingDoesNotHoldACallForLongerThanItsLimit() throws Exception {
        try (FreezingProxy proxy = new FreezingProxy(SharedRabbitBroker.rabbit().port());
                RabbitSink sink = new RabbitSink(
                        SharedRabbitBroker.hasty(proxy.port()), SharedRabbitBroker.declaring(name), Clock.SYSTEM)) {
            assertThat(sink.send(List.of(RabbitTestMessages.of("1", null, "t"))))
                    .isEqualTo(Answer.DELIVERED);
            proxy.freezePresentOnes();
            List<Message> large = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                large.add(RabbitTestMessages.message(
                        "large-" + i, null, "t", Payload.of(new byte[1 << 20]), Map.of(), null));
            }
            long begun = System.nanoTime();

            List<Outcome> outcomes = RabbitTestMessages.send(sink, large);

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(6));
            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Unknown.class);
            assertThat(outcomes.getLast()).isEqualTo(Outcome.NOT_ATTEMPTED);
            assertThat(SharedRabbitBroker.ids(name)).containsExactly("1");
        }
    }

    @Test
    void aBrokerThatHangsForAWhileHasEverythingInOrderAfterwards() throws Exception {
        try (RabbitSink sink = new RabbitSink(
                SharedRabbitBroker.hasty(SharedRabbitBroker.rabbit().port()),
                SharedRabbitBroker.declaring(name),
                Clock.SYSTEM)) {
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 0, 2))).isEqualTo(Answer.DELIVERED);
            SharedRabbitBroker.rabbit().suspend();
            try {
                assertThat(RabbitTestMessages.send(sink, RabbitTestMessages.batch("g", "t", 2, 2)))
                        .allMatch(Outcome.Unknown.class::isInstance);
                assertThat(RabbitTestMessages.send(sink, RabbitTestMessages.batch("g", "t", 2, 2)))
                        .allMatch(Outcome.Unavailable.class::isInstance);
            } finally {
                SharedRabbitBroker.rabbit().resume();
            }
            await().until(() ->
                    sink.send(RabbitTestMessages.batch("g", "t", 2, 4)).equals(Answer.DELIVERED));
            List<String> arrived = SharedRabbitBroker.ids(name);
            System.out.println("after a pause of the broker there are " + arrived);
            // Messages that the broker's host had received before the cut may arrive twice.
            assertThat(arrived.stream().distinct()).containsExactly("g-0", "g-1", "g-2", "g-3", "g-4", "g-5");
        }
    }

    @Test
    void aConfirmThatComesAfterTheFirstLeaseIsWaitedFor() throws Exception {
        RabbitSinkSettings settings = RabbitSinkSettings.of(name)
                .withTopology(Topology.exchange("direct").withQueue(name + "-slow", "slow"));
        RabbitBrokerSettings patient = SharedRabbitBroker.settings();
        try (RabbitSink sink = new RabbitSink(patient, settings, Clock.SYSTEM)) {
            assertThat(sink.send(List.of(RabbitTestMessages.of("1", null, "slow"))))
                    .isEqualTo(Answer.DELIVERED);
            queueProcess("suspend", name + "-slow");
            long lease = Clock.SYSTEM.nanos() + Duration.ofSeconds(1).toNanos();
            var late = CompletableFuture.supplyAsync(() -> {
                try {
                    return sink.send(List.of(RabbitTestMessages.of("2", null, "slow")), lease);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().until(() ->
                    Clock.SYSTEM.nanos() > lease + Duration.ofMillis(300).toNanos());
            assertThat(late).isNotDone();
            queueProcess("resume", name + "-slow");
            assertThat(late.get(10, TimeUnit.SECONDS)).isEqualTo(Answer.DELIVERED);
        }
    }

    @Test
    @Tag("slow")
    void aQueueThatDoesNotConfirmCostsOtherQueuesNothing() throws Exception {
        RabbitSinkSettings settings = RabbitSinkSettings.of(name)
                .withTopology(Topology.exchange("direct")
                        .withQueue(name + "-stuck", "stuck")
                        .withQueue(name + "-free", "free"));
        RabbitBrokerSettings hasty =
                SharedRabbitBroker.hasty(SharedRabbitBroker.rabbit().port());
        RabbitBrokerSettings broker =
                RabbitBrokerSettings.of(name, hasty.addresses(), hasty.login()).withTimes(hasty.times());
        try (RabbitSink sink = new RabbitSink(broker, settings, Clock.SYSTEM)) {
            assertThat(sink.send(List.of(RabbitTestMessages.of("1", null, "free"))))
                    .isEqualTo(Answer.DELIVERED);
            String before = connections();
            queueProcess("suspend", name + "-stuck");
            try {
                List<Outcome> outcomes = RabbitTestMessages.send(
                        sink,
                        List.of(RabbitTestMessages.of("2", null, "stuck"), RabbitTestMessages.of("3", null, "free")));
                assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Unknown.class);
                assertThat(outcomes.getLast()).isEqualTo(Outcome.DELIVERED);
                assertThat(sink.send(List.of(RabbitTestMessages.of("4", null, "free"))))
                        .isEqualTo(Answer.DELIVERED);
                assertThat(connections()).isEqualTo(before).contains(name);
            } finally {
                queueProcess("resume", name + "-stuck");
            }
            assertThat(SharedRabbitBroker.ids(name + "-free")).containsExactly("1", "3", "4");
        }
    }

    private String connections() throws Exception {
        return SharedRabbitBroker.rabbit()
                .control("list_connections", "pid", "client_properties")
                .lines()
                .filter(line -> line.contains(name))
                .collect(Collectors.joining());
    }

    private static void queueProcess(String what, String queue) throws Exception {
        String _ = SharedRabbitBroker.rabbit()
                .control(
                        "eval",
                        "{ok, Q} = rabbit_amqqueue:lookup(rabbit_misc:r(<<\"/\">>, queue, <<\"%s\">>)), "
                                        .formatted(queue)
                                + "sys:" + what + "(amqqueue:get_pid(Q)).");
    }

    @Test
    void whatIsAbandonedIsNotWaitedForAndDoesNotArriveLater() throws Exception {
        try (FreezingProxy proxy = new FreezingProxy(SharedRabbitBroker.rabbit().port());
                RabbitSink sink = new RabbitSink(
                        SharedRabbitBroker.hasty(proxy.port())
                                .withTimes(new RabbitTimeouts(
                                        Duration.ofSeconds(3), Duration.ofSeconds(30), Duration.ofSeconds(20))),
                        SharedRabbitBroker.declaring(name),
                        Clock.SYSTEM)) {
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 0, 1))).isEqualTo(Answer.DELIVERED);
            proxy.freezePresentOnes();
            CompletableFuture<Answer> call = new CompletableFuture<>();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    call.complete(sink.send(RabbitTestMessages.batch("g", "t", 1, 2)));
                } catch (InterruptedException e) {
                    call.completeExceptionally(e);
                }
            });
            await().until(() -> caller.getState() == Thread.State.TIMED_WAITING || call.isDone());

            sink.abandon();

            assertThat(RabbitTestMessages.outcomes(call.get(10, TimeUnit.SECONDS), 2))
                    .allMatch(outcome -> outcome instanceof Outcome.Unknown
                            && outcome.reason().contains("lost its work"));
            assertThat(sink.send(RabbitTestMessages.batch("h", "t", 0, 1))).isEqualTo(Answer.DELIVERED);
            assertThat(SharedRabbitBroker.ids(name)).containsExactly("g-0", "h-0");
        }
    }

    @Test
    void aWrongPasswordAnUnknownHostAndAClosedPortAreReportedWithoutThePassword() throws Exception {
        RabbitBrokerSettings settings =
                SharedRabbitBroker.hasty(SharedRabbitBroker.rabbit().port());
        assertThat(refusal(SharedRabbitBroker.hasty(
                        settings.addresses().getFirst().port(),
                        new RabbitLogin(settings.login().user(), "wrong-secret"))))
                .contains("refuses the login of the user " + settings.login().user())
                .doesNotContain("wrong-secret");
        assertThat(refusal(settings.withVirtualHost("elsewhere"))).contains("530", "elsewhere");
        assertThat(refusal(SharedRabbitBroker.hasty(1))).contains("127.0.0.1:1", "Connection refused");
        assertThat(settings.toString()).doesNotContain(settings.login().password());
    }

    private static String refusal(RabbitBrokerSettings settings) throws InterruptedException {
        try (RabbitSink sink = new RabbitSink(settings, RabbitSinkSettings.of(""), Clock.SYSTEM)) {
            Answer answer = sink.send(List.of(RabbitTestMessages.of("1", null, "t")));
            return answer instanceof Answer.Whole(Outcome.Unavailable(String reason)) ? reason : answer.toString();
        }
    }

    @Test
    void addressesAreTriedInTurn() throws Exception {
        RabbitBrokerSettings good =
                SharedRabbitBroker.hasty(SharedRabbitBroker.rabbit().port());
        RabbitBrokerSettings both = RabbitBrokerSettings.of(
                "test",
                List.of(new BrokerAddress("127.0.0.1", 1), good.addresses().getFirst()),
                good.login());
        try (RabbitSink sink = new RabbitSink(both, SharedRabbitBroker.declaring(name), Clock.SYSTEM)) {
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 0, 2))).isEqualTo(Answer.DELIVERED);
        }
    }

    @Test
    void noRightToWriteMakesTheDestinationUnavailable() throws Exception {
        String user = "reader";
        SharedRabbitBroker.elsewhere(channel -> channel.exchangeDeclare(name, "fanout"));
        String _ = SharedRabbitBroker.rabbit().control("add_user", user, "reader-secret");
        String _ = SharedRabbitBroker.rabbit().control("set_permissions", user, "", "", ".*");
        try (RabbitSink sink = new RabbitSink(
                SharedRabbitBroker.hasty(SharedRabbitBroker.rabbit().port(), new RabbitLogin(user, "reader-secret")),
                RabbitSinkSettings.of(name),
                Clock.SYSTEM)) {
            List<Outcome> outcomes = RabbitTestMessages.send(sink, RabbitTestMessages.batch("g", "t", 0, 2));
            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Unavailable.class);
            assertThat(outcomes.getFirst().reason()).contains("403", name);
        }
    }

    @Test
    void overTlsTheBrokerIsBelievedOnlyIfItIsTrustedAndIsTheHostThatWasMeant() throws Exception {
        RabbitTls.Store trusted =
                new RabbitTls.Store(SharedRabbitBroker.rabbit().trustStore(), TlsFiles.PASSWORD, "PKCS12");
        RabbitTls trusting = new RabbitTls(trusted, null, true);
        RabbitBrokerSettings secure =
                SharedRabbitBroker.hasty(SharedRabbitBroker.rabbit().tlsPort());
        try (RabbitSink sink =
                new RabbitSink(secure.withTls(trusting), SharedRabbitBroker.declaring(name), Clock.SYSTEM)) {
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 0, 20))).isEqualTo(Answer.DELIVERED);
        }
        assertThat(refusal(secure.withTls(new RabbitTls(null, null, true))))
                .contains("cannot connect", "certification path");

        RabbitBrokerSettings otherName = RabbitBrokerSettings.of(
                "test",
                List.of(new BrokerAddress(
                        "other.test", SharedRabbitBroker.rabbit().tlsPort())),
                secure.login());
        assertThat(refusal(otherName.withTls(trusting))).contains("cannot connect", "other.test");
        RabbitTls anyName = new RabbitTls(trusted, null, false);
        try (RabbitSink sink =
                new RabbitSink(otherName.withTls(anyName), SharedRabbitBroker.declaring(name), Clock.SYSTEM)) {
            assertThat(sink.send(RabbitTestMessages.batch("g", "t", 20, 1))).isEqualTo(Answer.DELIVERED);
        }
    }

    @Test
    void theLimitOfTheBrokerForAMessageIsReportedForThatMessageAlone() throws Exception {
        SharedRabbitBroker.rabbit().control("eval", "application:set_env(rabbit, max_message_size, 100000).");
        try (RabbitSink sink = new RabbitSink(
                SharedRabbitBroker.hasty(SharedRabbitBroker.rabbit().port()),
                SharedRabbitBroker.declaring(name),
                Clock.SYSTEM)) {
            List<Outcome> outcomes = RabbitTestMessages.send(
                    sink,
                    List.of(RabbitTestMessages.message(
                            "large", null, "t", Payload.of(new byte[100_001]), Map.of(), null)));
            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.TooLarge.class);
            assertThat(sink.send(List.of(RabbitTestMessages.of("small", null, "t"))))
                    .isEqualTo(Answer.DELIVERED);
        } finally {
            SharedRabbitBroker.rabbit().control("eval", "application:set_env(rabbit, max_message_size, 134217728).");
        }
    }
}

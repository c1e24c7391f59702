package dev.signalbox.e2e;

import static dev.signalbox.e2e.CrabletTables.positions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What operators do with the publishers of an event log: by SQL, as Crablet's documentation describes, and by REST. */
class LogManagementTest extends EventLogScenarioTest {
    private static final long POISON = 13;

    @Test
    void aPublisherIsPausedAndMovedBySqlAndByRest() {
        SignalboxProcess signalboxProcess = node(
                        "one",
                        ConfigText.crablet(world.outbox(), world.receiver())
                                .set("crablet.outbox.polling-interval-ms", "200")
                                .set("crablet.outbox.topics.orders.publishers", "Api,Other")
                                .publisher("Other", world.receiver(), Map.of()))
                .awaitReady();
        List<Long> expected = movedBySql();
        movedByRest(signalboxProcess, expected);

        log.set("Api", "status = 'paused'");
        assertThat(signalboxProcess.get(PUBLISHERS + "/Api", TOKEN).body())
                .as("a word that is not understood")
                .contains("\"status\":null", "the status in its row is paused");
    }

    private List<Long> movedBySql() {
        log.append(50);
        awaitKept("Api", positions(1, 50));

        log.set("Api", "status = 'PAUSED'");
        log.append(10);
        assertOnlyOtherGets(60, 50);
        log.set("Api", "status = 'ACTIVE'");
        awaitKept("Api", positions(1, 60));

        log.set("Api", "last_position = 20");
        List<Long> again = join(positions(1, 60), positions(21, 60));
        awaitKept("Api", again);

        log.set("Api", "status = 'PAUSED'");
        log.append(10);
        log.set("Api", "last_position = 65, status = 'ACTIVE'");
        List<Long> skipped = join(again, positions(66, 70));
        awaitKept("Api", skipped);
        awaitKept("Other", positions(1, 70));
        return skipped;
    }

    private void movedByRest(SignalboxProcess signalboxProcess, List<Long> before) {
        assertThat(signalboxProcess.post(PUBLISHERS + "/Api/pause", TOKEN, "").body())
                .contains("\"status\":\"PAUSED\"");
        log.append(5);
        log.append(3, "invoice_id");
        assertOnlyOtherGets(75, before.size());
        assertThat(signalboxProcess.get(PUBLISHERS + "/lag", TOKEN).body())
                .as("three of the last eight are of no topic")
                .contains("\"publisher\":\"Api\",\"status\":\"PAUSED\",\"lastPosition\":70,\"lag\":5,");
        assertThat(signalboxProcess.post(PUBLISHERS + "/Api/resume", TOKEN, "").body())
                .contains("\"status\":\"ACTIVE\"");
        List<Long> resumed = join(before, positions(71, 75));
        awaitKept("Api", resumed);

        assertThat(signalboxProcess
                        .post(PUBLISHERS + "/Api/reset", TOKEN, "{\"position\":73}")
                        .statusCode())
                .isEqualTo(200);
        awaitKept("Api", join(resumed, positions(74, 75)));
        await().atMost(seconds(20))
                .untilAsserted(
                        () -> assertThat(signalboxProcess.get(PUBLISHERS, TOKEN).body())
                                .as("how far they are when only events of other topics follow")
                                .contains("\"publisher\":\"Api\",\"status\":\"ACTIVE\",\"lastPosition\":78,\"lag\":0,")
                                .contains("\"leader\":\"one\""));
        HttpResponse<String> unknown = signalboxProcess.post(PUBLISHERS + "/Nobody/pause", TOKEN, "");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(signalboxProcess.get(PUBLISHERS, "").statusCode())
                .as("without token")
                .isEqualTo(401);
        awaitKept("Other", positions(1, 75));
    }

    /** Other publishers receive events in the meantime, so the log was read; the paused one received none. */
    private void assertOnlyOtherGets(long last, int keptByApi) {
        awaitKept("Other", positions(1, last));
        await().atMost(seconds(20))
                .during(Duration.ofMillis(400))
                .untilAsserted(() -> assertThat(kept("Api")).hasSize(keptByApi));
    }

    @Test
    @Tag("slow")
    void aPoisonEventStopsIsGivenUpOrStopsItsGroupAsThePublisherSays() {
        world.receiver()
                .answer(receivedRequest ->
                        receivedRequest.items().stream().anyMatch(receivedItem -> receivedItem.number() == POISON)
                                ? ReceiverReply.status(400)
                                : ReceiverReply.accept(receivedRequest));
        SignalboxProcess signalboxProcess = node(
                        "one",
                        ConfigText.log(world.outbox())
                                .set("signalbox.logs.shop.topics.orders.required-tags", CrabletTables.TAG)
                                .set("signalbox.logs.shop.topics.orders.publishers", "strict,patient,grouped")
                                .publisher("strict", world.receiver(), Map.of("on-exhausted", "hold"))
                                .publisher("patient", world.receiver(), Map.of())
                                .publisher(
                                        "grouped",
                                        world.receiver(),
                                        Map.of("ordering", "group", "group-tag", CrabletTables.TAG)))
                .awaitReady();
        log.append(30);
        List<Long> sound = join(positions(1, POISON - 1), positions(POISON + 1, 30));

        awaitKept("strict", positions(1, POISON - 1));
        await().atMost(seconds(20)).until(() -> log.get("strict", "status").equals("FAILED"));
        assertThat(log.get("strict", "last_position")).isEqualTo(Long.toString(POISON - 1));
        assertThat(log.get("strict", "last_error")).contains("400");
        awaitKept("patient", sound);
        await().atMost(seconds(10))
                .untilAsserted(() -> assertThat(kept("grouped")).containsExactlyInAnyOrderElementsOf(sound));
        assertThat(kept("grouped").stream().filter(each -> each % 5 == POISON % 5))
                .as("the poison event's group")
                .isSorted();
        assertLetters(signalboxProcess, "patient", "grouped");

        world.receiver().accept();
        log.set("strict", "status = 'ACTIVE', error_count = 0, last_error = NULL");
        awaitKept("strict", positions(1, 30));
        assertThat(log.get("strict", "status")).isEqualTo("ACTIVE");
        for (String publisher : List.of("patient", "grouped")) {
            String letters = PUBLISHERS + "/" + publisher + "/dead-letters";
            assertThat(signalboxProcess
                            .post(letters + "/" + POISON + "/replay", TOKEN, "")
                            .statusCode())
                    .isEqualTo(200);
            await().atMost(seconds(10)).until(() -> kept(publisher).size() == 30);
            assertThat(kept(publisher).getLast()).isEqualTo(POISON);
            await().atMost(seconds(20))
                    .until(() -> signalboxProcess.get(letters, TOKEN).body().contains("\"deadLetters\":[]"));
            assertThat(signalboxProcess
                            .post(letters + "/" + POISON + "/replay", TOKEN, "")
                            .statusCode())
                    .as("there is no letter any more")
                    .isEqualTo(404);
        }
        log.append(5);
        for (String publisher : List.of("strict", "patient", "grouped")) {
            await().atMost(seconds(10)).until(() -> kept(publisher).size() == 35);
        }
    }

    private static void assertLetters(SignalboxProcess signalboxProcess, String... publishers) {
        for (String publisher : publishers) {
            await().atMost(seconds(20))
                    .untilAsserted(() -> assertThat(signalboxProcess
                                    .get(PUBLISHERS + "/" + publisher + "/dead-letters", TOKEN)
                                    .body())
                            .contains("\"position\":" + POISON + ",\"type\":\"OrderPlaced\"", "400"));
        }
    }

    private static List<Long> join(List<Long> first, List<Long> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}

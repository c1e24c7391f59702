package dev.signalbox.e2e;

import static dev.signalbox.e2e.CrabletTables.positions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claiming events of a log writes nothing, and yet the event that kills the process is isolated. */
@Tag("slow")
class KillerEventTest extends EventLogScenarioTest {
    private static final long KILLER = 25;
    private static final long LAST = 60;
    private static final int MAX_RETRIES = 1;
    /** Two until it is a suspect, and one for each time that the 60 are halved. */
    private static final int MOST_DEATHS = MAX_RETRIES + 2 + 6;

    /** Long enough for an innocent event to be in flight whenever the process is killed. */
    private static final Duration NEIGHBOUR_TAKES = Duration.ofMillis(300);

    @Test
    void anEventThatKillsItsSenderEachTimeEndsAsTheOnlyDeadLetter() {
        CrashingProgram crashingProgram = new CrashingProgram();
        List<Integer> company = new ArrayList<>();
        List<Boolean> recordedBefore = new ArrayList<>();
        world.receiver().answer(receivedRequest -> {
            if (receivedRequest.path().equals("/Neighbour")) {
                return ReceiverReply.acceptAfter(receivedRequest, NEIGHBOUR_TAKES);
            }
            if (receivedRequest.items().stream().noneMatch(receivedItem -> receivedItem.number() == KILLER)) {
                return ReceiverReply.accept(receivedRequest);
            }
            company.add(receivedRequest.items().size());
            recordedBefore.add(isRecordedAsInFlight());
            return crashingProgram.kill();
        });
        log.append((int) LAST);
        ConfigText config = ConfigText.log(world.outbox())
                .set("signalbox.logs.shop.topics.orders.required-tags", CrabletTables.TAG)
                .set("signalbox.logs.shop.topics.orders.publishers", "Api,Neighbour")
                .publisher("Api", world.receiver(), Map.of("max-retries", String.valueOf(MAX_RETRIES)))
                .publisher("Neighbour", world.receiver(), Map.of("max-retries", String.valueOf(MAX_RETRIES)));
        int starts = crashingProgram.restartUntil(this::haveAll, MOST_DEATHS + 1, () -> node("victim", config));

        figure("%d starts until the event was given up, in requests of %s".formatted(starts, company));
        assertThat(company)
                .as("a first death isolates nothing, then halves, then the two alone that max-retries allows")
                .hasSizeLessThanOrEqualTo(MOST_DEATHS)
                .endsWith(1, 1)
                .satisfies(sizes -> assertThat(sizes.subList(0, 2)).allMatch(size -> size > 1));
        assertThat(recordedBefore.getFirst()).as("before the first death").isFalse();
        assertThat(recordedBefore.subList(1, recordedBefore.size())).containsOnly(true);
        List<Long> others = new ArrayList<>(positions(1, KILLER - 1));
        others.addAll(positions(KILLER + 1, LAST));
        assertThat(kept("Api").stream().distinct()).as("in order").containsExactlyElementsOf(others);
        assertThat(world.outbox().rows("SELECT publisher || ' ' || position FROM signalbox.dead_letters"))
                .containsExactly("Api " + KILLER);
        await().alias("nothing is held against the others")
                .atMost(seconds(20))
                .until(() -> world.outbox().count("signalbox.suspects", "true") == 0);
    }

    private boolean isRecordedAsInFlight() {
        return world.outbox().count("signalbox.suspects", "relay LIKE '%Api%' AND id = '" + KILLER + "' AND in_flight")
                == 1;
    }

    private boolean haveAll() {
        return kept("Api").contains(LAST) && kept("Neighbour").containsAll(positions(1, LAST));
    }
}

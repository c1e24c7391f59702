package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DatabaseAwayTest extends EndToEndTest {
    private static final double LIMIT = 10;

    @Test
    void deliveryResumesAfterTheDatabaseWasAway() {
        beAwayFor(seconds(3), false);
    }

    @Test
    @Tag("slow")
    void deliveryResumesAfterTheDatabaseHasCrashed() {
        beAwayFor(seconds(1), true);
    }

    @Test
    @Tag("slow")
    void aMinuteWithoutADatabaseIsNoStormOfErrors() {
        beAwayFor(seconds(60), false);
    }

    @Test
    @Tag("slow")
    void itStartsWithoutADatabaseAndDeliversOnceThereIsOne() {
        world.application().write(20, OutboxWriter.spreadOver(4));
        world.outbox().server().stop();
        SignalboxProcess signalboxProcess =
                world.launch("early", world.flowCatalyst().properties(), Map.of());
        await().atMost(seconds(15)).until(() -> signalboxProcess.answers("/health/live"));
        await().atMost(seconds(10)).until(() -> signalboxProcess.log().contains("waiting for the database"));

        long back = start();
        awaitCompleted(20, back);
        assertThat(signalboxProcess.answers("/health/ready")).isTrue();
    }

    @Test
    void sessionsThatAnAdministratorEndsAreReplaced() {
        SignalboxProcess signalboxProcess = world.leader(world.flowCatalyst());
        world.application().begin(100, OutboxWriter.spreadOver(10));
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > 100);
        world.outbox().endSessions();
        world.application().pause();
        world.application().write(10, OutboxWriter.spreadOver(10));

        world.awaitSettled(seconds(10));
        world.ledger().assertNothingLostAndInOrder();
        assertThat(signalboxProcess.isAlive()).isTrue();
    }

    private void beAwayFor(Duration time, boolean crash) {
        SignalboxProcess signalboxProcess = world.leader(world.flowCatalyst());
        world.receiver().answer(receivedRequest -> ReceiverReply.acceptAfter(receivedRequest, Duration.ofMillis(100)));
        world.writeMany(3_000, 30);
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > 500);

        long lines = signalboxProcess.logLines();
        if (crash) {
            world.outbox().server().crash();
        } else {
            world.outbox().server().stop();
        }
        await().during(time).atMost(time.plusSeconds(5)).until(signalboxProcess::isAlive);
        long said = signalboxProcess.logLines() - lines;
        figure("%d lines of log in %d s without a database".formatted(said, time.toSeconds()));
        assertThat(said).as(signalboxProcess.log()).isLessThan(20 + 80 * time.toSeconds() / 60);

        long back = start();
        awaitCompleted(3_000, back);
        world.ledger().assertNothingLostAndInOrder();
        assertThat(world.outbox().events("FAILED")).isZero();
        assertThat(signalboxProcess.answers("/health/ready")).isTrue();
    }

    private long start() {
        world.outbox().server().start();
        return System.nanoTime();
    }

    private void awaitCompleted(int rows, long back) {
        world.receiver().accept();
        await().atMost(seconds(30)).until(() -> world.outbox().events("COMPLETED") == rows);
        double seconds = secondsSince(back);
        figure("all delivered %.2f s after the database is back".formatted(seconds));
        assertThat(seconds).isLessThanOrEqualTo(LIMIT);
    }
}

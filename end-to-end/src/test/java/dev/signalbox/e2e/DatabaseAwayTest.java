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
        beAwayFor(seconds(6), false);
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
        world.application().write(20, Application.spreadOver(4));
        world.outbox().server().stop();
        Program program = world.launch("early", world.seedZero().properties(), Map.of());
        await().atMost(seconds(15)).until(() -> program.answers("/health/live"));
        await().atMost(seconds(10)).until(() -> program.log().contains("waiting for the database"));

        long back = start();
        awaitCompleted(20, back);
        assertThat(program.answers("/health/ready")).isTrue();
    }

    @Test
    void sessionsThatAnAdministratorEndsAreReplaced() {
        Program program = world.leader(world.seedZero());
        world.application().begin(100, Application.spreadOver(10));
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > 100);
        world.outbox().endSessions();
        world.application().pause();
        world.application().write(10, Application.spreadOver(10));

        world.awaitSettled(seconds(10));
        world.ledger().assertNothingLostAndInOrder();
        assertThat(program.isAlive()).isTrue();
    }

    private void beAwayFor(Duration time, boolean crash) {
        Program program = world.leader(world.seedZero());
        world.receiver().answer(arrival -> Reply.acceptAfter(arrival, Duration.ofMillis(100)));
        world.writeMany(3_000, 30);
        await().atMost(seconds(10)).until(() -> world.receiver().keptItems() > 500);

        long lines = program.logLines();
        if (crash) {
            world.outbox().server().crash();
        } else {
            world.outbox().server().stop();
        }
        await().during(time).atMost(time.plusSeconds(5)).until(program::isAlive);
        long said = program.logLines() - lines;
        figure("%d lines of log in %d s without a database".formatted(said, time.toSeconds()));
        assertThat(said).as(program.log()).isLessThan(20 + 80 * time.toSeconds() / 60);

        long back = start();
        awaitCompleted(3_000, back);
        world.ledger().assertNothingLostAndInOrder();
        assertThat(world.outbox().events("FAILED")).isZero();
        assertThat(program.answers("/health/ready")).isTrue();
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

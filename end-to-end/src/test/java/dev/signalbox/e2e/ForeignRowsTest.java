package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ForeignRowsTest extends EndToEndTest {
    @Test
    void aRowThatSomebodyElseHoldsBlocksItsGroupUntilItExpires() {
        world.application().write(20, OutboxWriter.spreadOver(2));
        world.outbox().execute("""
                UPDATE outbox_events SET status = 'PROCESSING', processed_at = clock_timestamp() AT TIME ZONE 'UTC'
                WHERE id = '%s'
                """.formatted(OutboxWriter.id(0)));
        long taken = System.nanoTime();
        world.leader(world.flowCatalyst().processor("processing-timeout-seconds", "10"));
        await().atMost(seconds(20)).until(() -> world.outbox().events("COMPLETED") == 10);
        assertThat(world.receiver().kept())
                .allMatch(receivedRequest -> receivedRequest.items().stream()
                        .allMatch(receivedItem -> receivedItem.group().equals("g1")));

        world.awaitSettled(seconds(15));
        double seconds = secondsSince(taken);
        figure("a foreign row of 10 s was recovered and delivered after %.1f s".formatted(seconds));
        assertThat(seconds).isBetween(9.9, 15.0);
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
        assertThat(world.outbox().rows("SELECT DISTINCT status, retry_count FROM outbox_events"))
                .containsExactly("COMPLETED|0");
    }

    @Test
    void aRowLongExpiredIsRecoveredAtTheStart() {
        world.application().write(10, OutboxWriter.spreadOver(1));
        world.outbox().execute("""
                UPDATE outbox_events SET status = 'PROCESSING',
                    processed_at = clock_timestamp() AT TIME ZONE 'UTC' - interval '10 minutes'
                WHERE id = '%s'
                """.formatted(OutboxWriter.id(0)));
        world.leader(world.flowCatalyst());

        world.awaitSettled(seconds(10));
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
    }

    @Test
    void aLockedRowEndsItsGroupsRun() throws SQLException {
        world.application().write(30, OutboxWriter.spreadOver(3));
        try (Connection holder = world.outbox().connect();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events WHERE id = '" + OutboxWriter.id(6) + "' FOR UPDATE");
            world.leader(world.own());
            await().atMost(seconds(20)).until(() -> world.outbox().events("COMPLETED") == 22);
            await().during(seconds(1))
                    .atMost(seconds(2))
                    .until(() -> world.outbox().events("COMPLETED") == 22);
            assertThat(world.receiver().hasKept(OutboxWriter.id(3))).isTrue();
            assertThat(world.receiver().hasKept(OutboxWriter.id(9))).isFalse();
            holder.rollback();
        }
        world.awaitSettled(seconds(5));
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
    }

    @Test
    void whatIsNotCommittedIsNotSentAndDoesNotHoldOthersUp() throws SQLException {
        try (Connection writer = world.outbox().connect();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("INSERT INTO outbox_events VALUES ('rolledback', 'EVENT', 'g0', '"
                    + OutboxWriter.payload(999_999, "g0")
                    + "', 'PENDING', 0, now() AT TIME ZONE 'UTC')");
            world.leader(world.own());
            world.application().write(20, OutboxWriter.spreadOver(2));
            await().atMost(seconds(20)).until(() -> world.outbox().events("COMPLETED") == 20);
            writer.rollback();
        }
        world.application().write(20, OutboxWriter.spreadOver(2));
        await().atMost(seconds(20)).until(() -> world.outbox().events("COMPLETED") == 40);
        assertThat(world.receiver().hasKept(OutboxWriter.id(999_999))).isFalse();
    }
}

package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows that fill the memory of the program, written by a role that may only INSERT. */
class OversizedRowsTest extends EndToEndTest {
    private static final String EVENTS = PostgresTestDatabase.EVENTS;

    @Test
    void rowsThatExceedTheHeapFailAloneAndOthersArriveMeanwhile() {
        hostileTable();
        // Together three times the heap
        asStranger("'T' || n, repeat('x', 8000000), 'g' || n % 3, NULL", 24);
        asStranger("'H' || n, 'EVENT', 'g' || n % 3, jsonb_build_object('k', repeat('x', 8000000))", 24);
        asStranger("'B' || n, 'EVENT', 'g' || n % 3, to_jsonb(array_fill(1e131071, ARRAY[9000]))", 1);
        asStranger("'G' || n, 'EVENT', repeat('x', 100000 + n), NULL", 50);
        asStranger("'I' || n || repeat('x', 100000), 'EVENT', NULL, NULL", 50);

        assertOnlyTheseFail(24 + 24 + 1 + 50 + 50, "-Xmx128m");
    }

    @Test
    @Tag("slow")
    void aTypeOf250MegabytesAndSixtyRowsWithLargeHeadersFailAlone() {
        hostileTable();
        asStranger("'T' || n, repeat('x', 250000000), 'g' || n % 3, NULL", 1);
        asStranger("'H' || n, 'EVENT', 'g' || n % 3, jsonb_build_object('k', repeat('x', 8000000))", 60);

        assertOnlyTheseFail(61, "-Xmx512m");
    }

    private void assertOnlyTheseFail(int hostile, String heap) {
        world.application().write(100, OutboxWriter.spreadOver(3));
        SignalboxProcess program = world.launch(
                        "small",
                        world.own().relay("outbox.columns.headers", "headers").properties(),
                        Map.of("SIGNALBOX_JAVA_OPTS", heap))
                .awaitReady();
        long begun = System.nanoTime();

        await().atMost(seconds(10))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> world.receiver().keptItems() >= 100);
        figure("100 messages arrived %.1f s after the start beside %d oversized rows with %s"
                .formatted(secondsSince(begun), hostile, heap));
        world.awaitSettled(seconds(20));
        assertThat(program.isAlive()).isTrue();
        assertThat(world.outbox().events("COMPLETED")).isEqualTo(100);
        assertThat(world.outbox()
                        .count(EVENTS, "status = 'FAILED' AND error_message LIKE 'the column %; allowed are %'"))
                .isEqualTo(hostile);
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
    }

    private void hostileTable() {
        world.outbox().execute("""
                ALTER TABLE %1$s ALTER COLUMN id TYPE text, ALTER COLUMN type TYPE text,
                    ALTER COLUMN message_group TYPE text, ADD COLUMN headers jsonb;
                CREATE ROLE %2$s;
                GRANT INSERT ON %1$s TO %2$s;
                """.formatted(EVENTS, stranger()));
    }

    private String stranger() {
        return world.outbox().name() + "_stranger";
    }

    /** @param values the id, type, group and headers of the row with number n */
    private void asStranger(String values, int rows) {
        world.outbox().execute("""
                SET ROLE %s;
                INSERT INTO %s (id, type, message_group, headers, payload, status, created_at)
                SELECT %s, '{}', 'PENDING', clock_timestamp() AT TIME ZONE 'UTC' FROM generate_series(1, %d) n;
                RESET ROLE;
                """.formatted(stranger(), EVENTS, values, rows));
    }
}

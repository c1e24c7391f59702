package dev.signalbox.postgres.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The start warns if ids do not order rows that were created at the same time. */
class PostgresRecentRowsTest {
    private static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(ClaimMode.OWN);
    private static final String VERSION_7 =
            "CAST('019a9d6c-' || lpad(to_hex(n), 4, '0') || '-7abc-8def-0123456789ab' AS uuid)";

    private static OutboxTestDatabase create(String idType) throws Exception {
        OutboxTestDatabase database = OutboxTestDatabase.create();
        database.run(OutboxTestDatabase.resource("sent-flag.sql").replaceFirst("(?i)\\bid\\s+\\S+", "id " + idType));
        return database;
    }

    /** @param id SQL for the id of the row with number {@code n}; higher numbers are newer */
    private static void insert(OutboxTestDatabase database, String id, int from, int to) throws Exception {
        database.run("INSERT INTO outbox_events (id, message_group, payload, created_at) SELECT " + id
                + ", 'g', '{}', timestamp '2024-01-01' + n * interval '1 s' FROM generate_series(" + from + ", " + to
                + ") n");
    }

    private static List<String> warnings(OutboxTestDatabase database, OutboxSettings settings) throws Exception {
        return PostgresTestOutboxes.of(database, OutboxLayouts.SENT_FLAG.layout(), settings).check().stream()
                .filter(warning -> warning.startsWith("rows of a group with the same"))
                .toList();
    }

    @Test
    void randomUuidsAreWarnedOfAndThoseThatRiseWithTimeAreNot() throws Exception {
        OutboxTestDatabase database = create("uuid");
        insert(database, "gen_random_uuid()", 1, 5_000);
        assertThat(warnings(database, OWN))
                .singleElement()
                .asString()
                .contains("the same created_at", "in the order of id", "are random");
        assertThat(warnings(database, OWN.with(Ordering.NONE)))
                .as("without order")
                .isEmpty();

        insert(database, VERSION_7, 5_001, 5_100);
        assertThat(warnings(database, OWN)).as("old rows keep their ids").isEmpty();
    }

    @Test
    void textsAreJudgedByTheirOrder() throws Exception {
        OutboxTestDatabase random = create("text");
        insert(random, "md5(CAST(n AS text))", 1, 100);
        assertThat(warnings(random, OWN)).singleElement().asString().contains("do not rise with created_at");

        OutboxTestDatabase rising = create("text");
        insert(rising, "'e' || lpad(CAST(n AS text), 8, '0')", 1, 100);
        assertThat(warnings(rising, OWN)).isEmpty();
    }

    @Test
    void numbersAndEmptyTablesShowNothing() throws Exception {
        OutboxTestDatabase numbers = create("bigint");
        insert(numbers, "1000 - n", 1, 100);
        assertThat(warnings(numbers, OWN)).isEmpty();
        assertThat(warnings(create("uuid"), OWN)).isEmpty();
    }
}

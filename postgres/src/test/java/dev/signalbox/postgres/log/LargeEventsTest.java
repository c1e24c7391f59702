package dev.signalbox.postgres.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.source.SourceException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events whose columns are large, or larger than allowed. */
class LargeEventsTest {
    private static PostgresLogFixture log;

    private EventLog feed;
    private Incarnation me;
    private OpenResult.Opened opened;

    @BeforeAll
    static void create() throws SQLException {
        log = new PostgresLogFixture();
    }

    @AfterAll
    static void drop() {
        log.close();
    }

    @BeforeEach
    void open() throws SourceException {
        log.empty();
        me = log.join("me");
        feed = log.log().feed(PostgresLogFixture.settings(PostgresLogFixture.FEED));
        opened = (OpenResult.Opened) feed.open(me);
    }

    private ProgressVersion version() {
        return new ProgressVersion(opened.revision(), opened.revision());
    }

    private static void append(String data) {
        log.run("INSERT INTO events (type, tags, data) VALUES ('Deposit', '{topic}', '%s')".formatted(data));
    }

    @Test
    void oversizedTypesAndTagsAreLeftInTheDatabase() throws SourceException {
        append("1");
        append("2");
        append("3");
        log.run("ALTER TABLE events ALTER COLUMN type TYPE text");
        log.run("UPDATE events SET type = repeat('x', 200000) WHERE position = 1");
        log.run("UPDATE events SET tags = tags || repeat('x', 200000) WHERE position = 2");

        ReadResult.Page page = (ReadResult.Page) feed.read(
                me, version(), ReadPosition.of(opened.feedState().cursor()), new EventLog.Limits(100, 1 << 20));

        assertThat(page.ahead())
                .hasSize(3)
                .allSatisfy(event -> assertThat(event.heldBytes()).isLessThan(1_000));
        assertThat(page.ahead().get(0).payload().reasonLeftBehind())
                .isEqualTo("the column type has 200000 bytes; allowed are 1024");
        assertThat(page.ahead().get(1).payload().reasonLeftBehind())
                .startsWith("the column tags has 200")
                .endsWith("allowed are 65536");
        assertThat(page.ahead().get(2).payload().isLeftBehind()).isFalse();
    }

    /** The first read leaves the large ones out, so it is repeated, and those after it measure their rows at once. */
    @Test
    void eventsWithLargeTagsArriveWholeAmongSmallOnes() throws SourceException {
        for (int i = 0; i < 40; i++) {
            append(String.valueOf(i));
        }
        // One is stored as it is, the other compressed to a few bytes
        log.run("UPDATE events SET tags = tags || repeat('x', 3000) WHERE position = 2");
        log.run("UPDATE events SET tags = tags || repeat('x', 60000) WHERE position IN (1, 40)");

        for (int again = 0; again < 5; again++) {
            List<LogEvent> events = readAll();

            assertThat(events)
                    .hasSize(40)
                    .isSortedAccordingTo(Comparator.comparingLong(LogEvent::position))
                    .noneMatch(event -> event.payload().isLeftBehind());
            assertThat(events.getFirst().tags().getLast()).hasSize(60_000);
            assertThat(events.get(1).tags().getLast()).hasSize(3_000);
            assertThat(events.getLast().tags().getLast()).hasSize(60_000);
        }
    }

    private List<LogEvent> readAll() throws SourceException {
        List<LogEvent> read = new ArrayList<>();
        ReadPosition from = ReadPosition.of(opened.feedState().cursor());
        ReadResult.Page page;
        do {
            page = (ReadResult.Page) feed.read(me, version(), from, new EventLog.Limits(100, 64 << 20));
            from = page.readPosition();
            read.addAll(page.ahead());
        } while (page.more());
        return read;
    }

    @Test
    void aReadEndsWhereItsTagsTakeTooMuchMemory() throws SourceException {
        for (int i = 0; i < 60; i++) {
            append("1");
        }
        log.run("UPDATE events SET tags = tags || repeat('x', 60000)");

        assertThat(readAll()).hasSize(60).noneMatch(event -> event.payload().isLeftBehind());
    }
}

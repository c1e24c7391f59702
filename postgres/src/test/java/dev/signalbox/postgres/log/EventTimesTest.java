package dev.signalbox.postgres.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.time.BoundedTime;
import org.junit.jupiter.api.Test;

class EventTimesTest {
    private static final EventLog.Limits MANY = new EventLog.Limits(100, 1 << 20);

    @Test
    void aTimeThatNoReceiverKnowsBecomesTheNearestOne() throws Exception {
        try (PostgresLogFixture log = new PostgresLogFixture()) {
            Incarnation me = log.join("me");
            EventLog feed = log.log().feed(PostgresLogFixture.settings(PostgresLogFixture.FEED));
            OpenResult.Opened opened = (OpenResult.Opened) feed.open(me);
            log.run("INSERT INTO events (type, tags, data, occurred_at) VALUES ('Deposit', '{topic}', '1', 'infinity'),"
                    + " ('Deposit', '{topic}', '2', '-infinity'), ('Deposit', '{topic}', '3', '4713-01-01 BC')");

            ReadResult.Page page = (ReadResult.Page) feed.read(
                    me,
                    new ProgressVersion(opened.revision(), opened.revision()),
                    ReadPosition.of(opened.feedState().cursor()),
                    MANY);

            assertThat(page.ahead())
                    .extracting(LogEvent::occurredAt)
                    .containsExactly(BoundedTime.LATEST, BoundedTime.EARLIEST, BoundedTime.EARLIEST);
        }
    }
}

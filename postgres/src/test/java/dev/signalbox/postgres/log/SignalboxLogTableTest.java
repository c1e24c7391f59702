package dev.signalbox.postgres.log;

import dev.signalbox.testkit.log.EventLogContract;
import dev.signalbox.testkit.log.LogFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Signalbox's own log, with consecutive events in different partitions. */
class SignalboxLogTableTest extends EventLogContract {
    private static PostgresLogFixture fixture;

    @BeforeAll
    static void create() throws Exception {
        fixture = new PostgresLogFixture(PostgresLogFixture.Kind.OWN);
    }

    @AfterAll
    static void drop() {
        fixture.close();
    }

    @Override
    protected LogFixture newLog() {
        fixture.empty();
        return fixture;
    }

    /** The database is emptied instead. */
    @Override
    protected void close(LogFixture log) {}
}

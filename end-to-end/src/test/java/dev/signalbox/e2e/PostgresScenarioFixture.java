package dev.signalbox.e2e;

/** A fixture with PostgreSQL, whose details most tests check. */
final class PostgresScenarioFixture extends ScenarioFixture<PostgresTestDatabase> {
    PostgresScenarioFixture(PostgresTestDatabase.Rights rights) {
        super(new PostgresTestDatabase(rights));
    }

    ConfigText own() {
        return ConfigText.own(outbox(), receiver());
    }

    /** Commits this many events at once, with consecutive numbers. */
    void writeMany(int count, int groups) {
        application().writeBy(count, first -> outbox().insertMany(first, count, groups));
    }
}

package dev.signalbox.e2e;

/** A world with PostgreSQL in it, of which most tests want to know more than of other databases. */
final class PostgresScenarioFixture extends ScenarioFixture<PostgresTestDatabase> {
    PostgresScenarioFixture(PostgresTestDatabase.Rights rights) {
        super(new PostgresTestDatabase(rights));
    }

    ConfigText own() {
        return ConfigText.own(outbox(), receiver());
    }

    /** Commits so many events at once, with numbers that continue those before. */
    void writeMany(int count, int groups) {
        application().writeBy(count, first -> outbox().insertMany(first, count, groups));
    }
}

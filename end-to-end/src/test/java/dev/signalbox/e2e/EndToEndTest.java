package dev.signalbox.e2e;

/** A test of the packaged program on PostgreSQL. */
abstract class EndToEndTest extends ScenarioTest<PostgresScenarioFixture> {
    EndToEndTest(PostgresTestDatabase.Rights rights) {
        super(new PostgresScenarioFixture(rights));
    }

    EndToEndTest() {
        this(PostgresTestDatabase.Rights.MAY_CREATE_SCHEMA);
    }
}

package dev.signalbox.e2e;

/** A test of the packaged program on PostgreSQL. */
abstract class EndToEndTest extends ScenarioTest<PostgresWorld> {
    EndToEndTest(Outbox.Rights rights) {
        super(new PostgresWorld(rights));
    }

    EndToEndTest() {
        this(Outbox.Rights.MAY_CREATE_SCHEMA);
    }
}

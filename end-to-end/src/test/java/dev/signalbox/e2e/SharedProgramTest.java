package dev.signalbox.e2e;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A test class whose tests share one running program; each test has messages of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SharedProgramTest extends EndToEndTest {
    /** The number of the test's first message. */
    long first;

    @SuppressWarnings("NullAway.Init") // set before the first test
    SignalboxProcess program;

    abstract ConfigText config();

    @BeforeAll
    void launch() {
        program = world.leader(config());
    }

    @BeforeEach
    void begin() {
        first = world.application().written();
    }

    /** The program and its database go on to the next test. */
    @Override
    @AfterEach
    void end() {
        world.receiver().accept();
    }

    @AfterAll
    void close() {
        world.close();
    }

    /** Limits a condition to the messages of this test. */
    String ofThisTest(String condition) {
        return "id >= '" + OutboxWriter.id(first) + "' AND " + condition;
    }

    /** The number of this test's messages of that condition. */
    long count(String condition) {
        return world.outbox().count(PostgresTestDatabase.EVENTS, ofThisTest(condition));
    }
}

package dev.signalbox.e2e;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** What the tests of the packaged program share: a world of its own for each. */
abstract class EndToEndTest {
    final World world;

    EndToEndTest(Outbox.Rights rights) {
        try {
            world = new World(rights);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    EndToEndTest() {
        this(Outbox.Rights.MAY_CREATE_SCHEMA);
    }

    @AfterEach
    void end() throws SQLException {
        world.close();
    }

    static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    /** Keeps a measured figure in the test's output. */
    void figure(String text) {
        System.out.println("FIGURE " + getClass().getSimpleName() + ": " + text);
    }
}

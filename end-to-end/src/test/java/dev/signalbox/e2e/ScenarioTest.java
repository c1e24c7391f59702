package dev.signalbox.e2e;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** Base class of the tests of the packaged program: each test has its own fixture. */
abstract class ScenarioTest<W extends ScenarioFixture<?>> {
    final W world;

    ScenarioTest(W world) {
        this.world = world;
    }

    @AfterEach
    void end() {
        world.close();
    }

    static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    /** Writes a measured figure to the test's output. */
    void figure(String text) {
        System.out.println("FIGURE " + getClass().getSimpleName() + ": " + text);
    }
}

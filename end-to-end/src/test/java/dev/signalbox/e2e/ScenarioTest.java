package dev.signalbox.e2e;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** What the tests of the packaged program share: a world of its own for each. */
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

    /** Keeps a measured figure in the test's output. */
    void figure(String text) {
        System.out.println("FIGURE " + getClass().getSimpleName() + ": " + text);
    }
}

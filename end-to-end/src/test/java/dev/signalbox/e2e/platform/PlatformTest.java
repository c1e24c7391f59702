package dev.signalbox.e2e.platform;

import dev.signalbox.e2e.ConfigText;
import dev.signalbox.e2e.SignalboxProcess;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A class whose tests run side by side on one node and one host of targets, each with types, subscriptions and paths of
 * its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
abstract class PlatformTest {
    static final Consumer<ObjectNode> DEFAULTS = _ -> {};

    final PlatformFixture fixture = new PlatformFixture();
    final WebhookReceiver receiver = fixture.receiver();

    @SuppressWarnings("NullAway.Init") // set before the first test
    SignalboxProcess node;

    @SuppressWarnings("NullAway.Init") // set before the first test
    PlatformApi api;

    ConfigText config() {
        return fixture.config();
    }

    @BeforeAll
    void launch() {
        node = fixture.start("platform", config());
        api = new PlatformApi(node.port());
    }

    @AfterAll
    void close() {
        fixture.close();
    }

    SubscribedTarget subscribe(String name, Consumer<ObjectNode> settings) {
        return SubscribedTarget.create(api, receiver, name, settings);
    }

    static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    static double secondsBetween(long from, long to) {
        return (to - from) / 1e9;
    }

    /** Writes a measured figure to the test's output. */
    void figure(String text) {
        System.out.println("FIGURE " + getClass().getSimpleName() + ": " + text);
    }
}

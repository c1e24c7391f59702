package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All that one test needs; everything in it ends with it. */
class World<D extends TestDatabase> implements AutoCloseable {
    private final D outbox;
    private final Receiver receiver = new Receiver();
    private final Application application;
    private final List<Program> programs = new ArrayList<>();

    World(D outbox) {
        this.outbox = outbox;
        this.application = new Application(outbox);
    }

    final D outbox() {
        return outbox;
    }

    final Receiver receiver() {
        return receiver;
    }

    final Application application() {
        return application;
    }

    final ConfigText seedZero() {
        return ConfigText.seedZero(outbox, receiver);
    }

    /** Starts the program and waits until it leads. */
    final Program leader(ConfigText config) {
        return launch("leader", config.properties(), Map.of()).awaitReady().awaitLeading();
    }

    /** Starts the program beside a leader. */
    final Program standby(ConfigText config) {
        return launch("standby", config.properties(), Map.of()).awaitReady();
    }

    final Program launch(String name, Path config, Map<String, String> environment) {
        Program program = Program.launch(name, config, environment);
        programs.add(program);
        return program;
    }

    final Ledger ledger() {
        return Ledger.of(outbox, receiver);
    }

    final void awaitSettled(Duration atMost) {
        await().alias("everything is settled")
                .atMost(atMost)
                .pollInterval(Duration.ofMillis(100))
                .until(outbox::isSettled);
    }

    @Override
    public final void close() {
        programs.forEach(Program::close);
        receiver.close();
        application.close();
        outbox.close();
    }
}

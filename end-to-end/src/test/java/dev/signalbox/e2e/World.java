package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All that one test needs; everything in it ends with it. */
final class World implements AutoCloseable {
    private final Outbox outbox;
    private final Receiver receiver = new Receiver();
    private final Application application;
    private final List<Program> programs = new ArrayList<>();

    World(Outbox.Rights rights) throws SQLException {
        outbox = new Outbox(rights);
        application = new Application(outbox);
    }

    World() throws SQLException {
        this(Outbox.Rights.MAY_CREATE_SCHEMA);
    }

    Outbox outbox() {
        return outbox;
    }

    Receiver receiver() {
        return receiver;
    }

    Application application() {
        return application;
    }

    ConfigText seedZero() {
        return ConfigText.seedZero(outbox, receiver);
    }

    ConfigText own() {
        return ConfigText.own(outbox, receiver);
    }

    /** Starts the program and waits until it leads. */
    Program leader(ConfigText config) {
        return launch("leader", config.properties(), Map.of()).awaitReady().awaitLeading();
    }

    /** Starts the program beside a leader. */
    Program standby(ConfigText config) {
        return launch("standby", config.properties(), Map.of()).awaitReady();
    }

    Program launch(String name, Path config, Map<String, String> environment) {
        Program program = Program.launch(name, config, environment);
        programs.add(program);
        return program;
    }

    Ledger ledger() {
        return Ledger.of(outbox, receiver);
    }

    void awaitSettled(Duration atMost) {
        await().alias("everything is settled")
                .atMost(atMost)
                .pollInterval(Duration.ofMillis(100))
                .until(outbox::isSettled);
    }

    @Override
    public void close() throws SQLException {
        programs.forEach(Program::close);
        receiver.close();
        application.close();
        outbox.close();
    }
}

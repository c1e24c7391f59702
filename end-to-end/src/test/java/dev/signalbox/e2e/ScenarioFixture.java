package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The resources of one test, which are closed with it. */
class ScenarioFixture<D extends TestDatabase> implements AutoCloseable {
    private final D outbox;
    private final Receiver receiver = new Receiver();
    private final OutboxWriter outboxWriter;
    private final List<SignalboxProcess> signalboxProcess = new ArrayList<>();

    ScenarioFixture(D outbox) {
        this.outbox = outbox;
        this.outboxWriter = new OutboxWriter(outbox);
    }

    final D outbox() {
        return outbox;
    }

    final Receiver receiver() {
        return receiver;
    }

    final OutboxWriter application() {
        return outboxWriter;
    }

    final ConfigText flowCatalyst() {
        return ConfigText.flowCatalyst(outbox, receiver);
    }

    /** Starts the program and waits until it is the leader. */
    final SignalboxProcess leader(ConfigText config) {
        return launch("leader", config.properties(), Map.of()).awaitReady().awaitLeading();
    }

    /** Starts the program as a standby. */
    final SignalboxProcess standby(ConfigText config) {
        return launch("standby", config.properties(), Map.of()).awaitReady();
    }

    final SignalboxProcess launch(String name, Path config, Map<String, String> environment) {
        SignalboxProcess program = SignalboxProcess.launch(name, config, environment);
        signalboxProcess.add(program);
        return program;
    }

    /** Starts the program of an unpacked archive. */
    final SignalboxProcess launchFrom(Path launcher, String name, Path config) {
        SignalboxProcess program = SignalboxProcess.launchFrom(launcher, name, config);
        signalboxProcess.add(program);
        return program;
    }

    final OutboxDeliveryOracle ledger() {
        return OutboxDeliveryOracle.of(outbox, receiver);
    }

    final void awaitSettled(Duration atMost) {
        await().alias("everything is settled")
                .atMost(atMost)
                .pollInterval(Duration.ofMillis(100))
                .until(outbox::isSettled);
    }

    @Override
    public final void close() {
        signalboxProcess.forEach(SignalboxProcess::close);
        receiver.close();
        outboxWriter.close();
        outbox.close();
    }
}

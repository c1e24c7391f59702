package dev.signalbox.e2e.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.e2e.ConfigText;
import dev.signalbox.e2e.PostgresTestDatabase;
import dev.signalbox.e2e.SignalboxProcess;
import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A database, a host that receives webhooks, and nodes of the platform. */
final class PlatformFixture implements AutoCloseable {
    private final PostgresTestDatabase database =
            new PostgresTestDatabase(PostgresTestDatabase.Rights.MAY_CREATE_SCHEMA);
    private final WebhookReceiver receiver = new WebhookReceiver();
    private final List<SignalboxProcess> nodes = new CopyOnWriteArrayList<>();

    PostgresTestDatabase database() {
        return database;
    }

    WebhookReceiver receiver() {
        return receiver;
    }

    /** The platform alone, whose targets may be private. */
    ConfigText config() {
        return strictConfig().set("signalbox.webhooks.allow-private-targets", "true");
    }

    /** The platform alone, with the protection of private addresses that is the default. */
    ConfigText strictConfig() {
        return new ConfigText()
                .set("signalbox.platform.enabled", "true")
                .set("signalbox.platform.database-url", database.url())
                .set("signalbox.platform.database-username", database.role())
                .set("signalbox.platform.database-password", PostgresTestDatabase.PASSWORD)
                .set("signalbox.security.admin-token", PlatformApi.TOKEN);
    }

    /** Starts a node and waits until it is ready. */
    SignalboxProcess start(String name, ConfigText config) {
        return launch(name, freePort(), config).awaitReady();
    }

    /** Starts a node on a port and returns at once. */
    SignalboxProcess launch(String name, int port, ConfigText config) {
        SignalboxProcess node =
                SignalboxProcess.launch(name, port, config.properties(), Map.of("SIGNALBOX_NODE_NAME", name));
        nodes.add(node);
        return node;
    }

    /**
     * Waits until each of these nodes owns its share of the shards. Until then a stream may change hands, and its new owner
     * knows nothing of what its target has answered.
     */
    void awaitBalance(String... names) {
        int least = Shards.COUNT / names.length;
        await().alias("shards are spread over " + List.of(names))
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    Collection<String> owners = database.ownersOf("queue").values();
                    return Stream.of(names).allMatch(name -> Collections.frequency(owners, name) >= least);
                });
    }

    static int freePort() {
        try {
            return FreePort.find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until this many requests have reached the path, and fails if there are more. */
    void awaitReceived(String path, int count, Duration atMost) {
        await().alias(count + " webhooks at " + path)
                .atMost(atMost)
                .until(() -> receiver.at(path).size() >= count);
        assertThat(receiver.at(path)).as("webhooks at " + path).hasSize(count);
    }

    @Override
    public void close() {
        nodes.forEach(SignalboxProcess::close);
        receiver.close();
        database.close();
    }
}

package dev.signalbox.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Builds a configuration file. */
public final class ConfigText {
    static final String TOKEN = "api-token-9fK2";
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Map<String, String> entries = new LinkedHashMap<>();

    /** The file of a FlowCatalyst outbox processor, as its documentation describes it, with the database. */
    static ConfigText flowCatalyst(TestDatabase outbox, Receiver receiver) {
        ConfigText text = new ConfigText()
                .processor("enabled", "true")
                .processor("api-base-url", receiver.url())
                .processor("api-token", TOKEN);
        outbox.processor().forEach(text::processor);
        return text;
    }

    /** A file with Signalbox's keys: one relay of the events, with short retry delays. */
    static ConfigText own(PostgresTestDatabase postgresTestDatabase, Receiver receiver) {
        return new ConfigText()
                .set("signalbox.sources.shop.url", postgresTestDatabase.url())
                .set("signalbox.sources.shop.username", postgresTestDatabase.role())
                .set("signalbox.sources.shop.password", PostgresTestDatabase.PASSWORD)
                .set("signalbox.sinks.api.base-url", receiver.url())
                .set("signalbox.sinks.api.token", TOKEN)
                .set("signalbox.relays.events.source", "shop")
                .set("signalbox.relays.events.sink", "api")
                .set("signalbox.relays.events.path", "/api/events/batch")
                .set("signalbox.relays.events.outbox.layout", "flowcatalyst")
                .set("signalbox.relays.events.outbox.table", PostgresTestDatabase.EVENTS)
                .set("signalbox.relays.events.retry.initial-delay", "100ms")
                .set("signalbox.relays.events.poll.interval", "100ms");
    }

    /** The file of an application with Crablet: all orders go to one publisher, which is a sink. */
    static ConfigText crablet(PostgresTestDatabase postgresTestDatabase, Receiver receiver) {
        return new ConfigText()
                .set("spring.datasource.url", postgresTestDatabase.url())
                .set("spring.datasource.username", postgresTestDatabase.role())
                .set("spring.datasource.password", PostgresTestDatabase.PASSWORD)
                .set("crablet.outbox.enabled", "true")
                .set("crablet.outbox.topics.orders.required-tags", CrabletTables.TAG)
                .set("crablet.outbox.topics.orders.publishers", "Api")
                .set("signalbox.sinks.Api.base-url", receiver.url())
                .set("signalbox.sinks.Api.path", "/Api");
    }

    /** A file with Signalbox's keys for the same tables; callers add topics and publishers. */
    static ConfigText log(PostgresTestDatabase postgresTestDatabase) {
        return new ConfigText()
                .set("signalbox.sources.shop.url", postgresTestDatabase.url())
                .set("signalbox.sources.shop.username", postgresTestDatabase.role())
                .set("signalbox.sources.shop.password", PostgresTestDatabase.PASSWORD)
                .set("signalbox.logs.shop.source", "shop")
                .set("signalbox.logs.shop.poll.interval", "100ms");
    }

    /** Adds a sink that sends to a path of its name, and a publisher of the log that uses it. */
    ConfigText publisher(String name, Receiver receiver, Map<String, String> settings) {
        settings.forEach((key, value) -> set("signalbox.logs.shop.publishers." + name + "." + key, value));
        return set("signalbox.sinks." + name + ".base-url", receiver.url())
                .set("signalbox.sinks." + name + ".path", "/" + name);
    }

    public ConfigText set(String key, String value) {
        entries.put(key, value);
        return this;
    }

    /** One node is the leader, the others stand by. */
    ConfigText withLeader() {
        boolean seedZero = entries.containsKey("outbox-processor.enabled");
        return set(seedZero ? "outbox-processor.coordination" : "signalbox.sources.shop.coordination", "leader");
    }

    /** Adds a setting to the relay of {@link #own}. */
    ConfigText relay(String key, String value) {
        return set("signalbox.relays.events." + key, value);
    }

    /** Adds a setting to a FlowCatalyst file. */
    ConfigText processor(String key, String value) {
        return set("outbox-processor." + key, value);
    }

    public Path properties() {
        return write(
                ".properties",
                entries.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining("\n", "", "\n")));
    }

    static Path yaml(String text) {
        return write(".yaml", text);
    }

    private static Path write(String ending, String text) {
        try {
            return Files.writeString(
                    TestFolders.ofThisRun("config").resolve("config-" + COUNT.incrementAndGet() + ending), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

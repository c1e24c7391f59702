package dev.signalbox.runtime.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.log.FeedConfig;
import dev.signalbox.runtime.publisher.Plugins;
import dev.signalbox.runtime.publisher.PublisherLookupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedSinksTest {
    private static final String NOTE = "note-of-a-plugin.txt";
    private static final String TWO_LOGS = """
            signalbox:
              sources:
                shop: { url: "jdbc:postgresql://localhost/shop" }
              sinks:
                api: { base-url: "http://localhost:1" }
                other: { base-url: "http://localhost:1" }
              logs:
                first:
                  source: shop
                  topics:
                    orders: { publishers: [api, other] }
                    invoices: { publishers: api }
                second:
                  source: shop
                  progress-table: second_progress
                  topics:
                    orders: { publishers: api }
            """;

    /** Each HTTP client has its own thread, so hundreds of feeds must share clients. */
    @Test
    void feedsOfOneLogShareADestination(@TempDir Path folder) throws Exception {
        ServerConfig config = load(folder, TWO_LOGS);
        try (FeedSinks sinks = new FeedSinks(config, new SinkFactories(config, Clock.SYSTEM), Clock.SYSTEM)) {
            Map<String, Sink> all = config.logs().stream()
                    .flatMap(log -> log.feeds().stream())
                    .collect(Collectors.toMap(FeedConfig::displayName, sinks::sink));

            assertThat(all).hasSize(4);
            assertThat(all.get("first/invoices/api"))
                    .isSameAs(all.get("first/orders/api"))
                    .isNotSameAs(all.get("first/orders/other"))
                    .as("a log may be closed while another is still at work")
                    .isNotSameAs(all.get("second/orders/api"));
            all.values().forEach(Sink::close);
        }
    }

    /** That {@code events} of one source is {@code public.events} shows only in its database. */
    @Test
    void feedsOfTwoSourcesWithOneTransactionalIdAreRefusedWhenThatIsKnown(@TempDir Path folder) throws Exception {
        ServerConfig config = load(folder, """
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                    bank: { url: "jdbc:postgresql://localhost/bank" }
                  sinks:
                    events: { type: kafka, bootstrap-servers: "localhost:1" }
                  logs:
                    shop:
                      source: shop
                      topics: { orders: { publishers: events } }
                      publishers: { events: { exactly-once: true } }
                    bank:
                      source: bank
                      table: public.events
                      topics: { orders: { publishers: events } }
                      publishers: { events: { exactly-once: true } }
                """);
        FeedConfig ofShop = config.logs().getFirst().feeds().getFirst();
        FeedConfig ofBank = config.logs().getLast().feeds().getFirst();
        try (FeedSinks sinks = new FeedSinks(config, new SinkFactories(config, Clock.SYSTEM), Clock.SYSTEM)) {
            sinks.transactions(ofShop, "shop", "public.events.orders.events").close();
            sinks.transactions(ofShop, "shop", "public.events.orders.events").close();

            assertThatThrownBy(() -> sinks.transactions(ofBank, "bank", "public.events.orders.events"))
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("bank/orders/events")
                    .hasMessageContaining("one of the source shop");
        }
    }

    @Test
    void theJarsOfPluginsAreOpenUntilTheEnd(@TempDir Path folder) throws Exception {
        Plugins plugins = plugins(folder);
        ServerConfig config = load(folder, TWO_LOGS);
        try (FeedSinks _ = new FeedSinks(config, new SinkFactories(config, Clock.SYSTEM), plugins, Clock.SYSTEM)) {
            assertThat(plugins.loader().getResource(NOTE)).isNotNull();
        }

        assertThat(plugins.loader().getResource(NOTE)).isNull();
    }

    @Test
    void theJarsOfPluginsAreClosedIfAPublisherIsMissing(@TempDir Path folder) throws Exception {
        Plugins plugins = plugins(folder);
        ServerConfig config =
                load(folder, TWO_LOGS.replace("publishers: api", "publishers: Absent") + "  plugins: " + folder + "\n");

        assertThatThrownBy(() -> new FeedSinks(config, new SinkFactories(config, Clock.SYSTEM), plugins, Clock.SYSTEM))
                .isInstanceOf(PublisherLookupException.class)
                .hasMessageContaining("there is no publisher Absent in " + folder);
        assertThat(plugins.loader().getResource(NOTE)).isNull();
    }

    private static Plugins plugins(Path folder) throws IOException {
        try (var jar = new JarOutputStream(Files.newOutputStream(folder.resolve("plugin.jar")))) {
            jar.putNextEntry(new ZipEntry(NOTE));
        }
        return Plugins.in(Optional.of(folder));
    }

    private static ServerConfig load(Path folder, String yaml) throws Exception {
        Path file = Files.writeString(folder.resolve("logs.yaml"), yaml);
        return new ConfigLoader(new ProcessEnvironment(Map.of(), Map.of())).load(file);
    }
}

package dev.signalbox.server.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.server.config.ConfigLoader;
import dev.signalbox.server.config.PairConfig;
import dev.signalbox.server.config.ServerConfig;
import dev.signalbox.server.config.Surroundings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairSinksTest {
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

    /** Each HTTP client has a thread of its own, so that hundreds of pairs must not have one each. */
    @Test
    void pairsOfOneLogShareADestination(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("two-logs.yaml"), TWO_LOGS);
        ServerConfig config = new ConfigLoader(new Surroundings(Map.of(), Map.of())).load(file);
        try (PairSinks sinks = new PairSinks(config, Clock.SYSTEM)) {
            Map<String, Sink> all = config.logs().stream()
                    .flatMap(log -> log.pairs().stream())
                    .collect(Collectors.toMap(PairConfig::displayName, sinks::sink));

            assertThat(all).hasSize(4);
            assertThat(all.get("first/invoices/api"))
                    .isSameAs(all.get("first/orders/api"))
                    .isNotSameAs(all.get("first/orders/other"))
                    .as("a log may be closed while another is still at work")
                    .isNotSameAs(all.get("second/orders/api"));
            all.values().forEach(Sink::close);
        }
    }
}

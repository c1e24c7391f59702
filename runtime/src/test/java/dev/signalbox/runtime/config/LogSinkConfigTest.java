package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.sink.log.LogSinkConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogSinkConfigTest {
    private static ConfigUnderTest given(String sink, String relay) {
        return ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                  sinks:
                    lines: { type: log%s }
                    events: { type: kafka, bootstrap-servers: "a:9092" }
                  relays:
                    events: { source: shop%s }
                """.formatted(sink, relay));
    }

    @Test
    void itNeedsNoSetting() {
        LogSinkConfig sink = (LogSinkConfig) given("", ", sink: lines").load().sink("lines");

        assertThat(sink.file()).isEmpty();
        assertThat(sink.payload()).isFalse();
        assertThat(sink.address(Optional.empty())).isEqualTo(URI.create("log:stdout"));
    }

    @Test
    void aFileIsShownAsWhereMessagesGo() {
        ServerConfig config = given(", file: /var/log/messages.log, payload: true", ", sink: lines")
                .load();

        assertThat(((LogSinkConfig) config.sink("lines")).file()).contains(Path.of("/var/log/messages.log"));
        assertThat(config.relays().getFirst().url()).hasToString("file:///var/log/messages.log");
        assertThat(config.relays().getFirst().dryRun()).isFalse();
    }

    @Test
    void whatOnlyOtherTypesUnderstandIsRefused() {
        List<String> problems = given(", base-url: \"http://a\", topic: t", ", sink: lines, path: /x")
                .problems();

        assertThat(problems)
                .hasSize(3)
                .allMatch(problem -> problem.contains("means nothing for a sink of type log; leave it out"));
        assertThat(given("", ", sink: events, dry-run: maybe").problems())
                .singleElement()
                .asString()
                .contains("dry-run", "must be true or false");
    }

    @Test
    void aDryRunIsForOneSink() {
        assertThat(given("", ", sink: events, dry-run: true")
                        .load()
                        .relays()
                        .getFirst()
                        .dryRun())
                .isTrue();
        assertThat(given("", ", dry-run: true, routes: { \"*\": events }").problems())
                .singleElement()
                .asString()
                .contains("dry-run", "this relay has routes");
    }

    @Test
    void aDryRunMayLookAtATableThatAnotherRelayDelivers() {
        ConfigUnderTest both =
                given("", ", sink: events").and("    looking: { source: shop, sink: lines, dry-run: true }\n");

        assertThat(both.load().relays()).extracting(RelayConfig::dryRun).containsExactly(false, true);
    }
}

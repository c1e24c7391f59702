package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlowCatalystFileTest extends EndToEndTest {
    @Test
    void bothTablesArriveAtTheirEndpoints() throws InterruptedException {
        world.application().write(250, OutboxWriter.spreadOver(10));
        world.application().write(50, _ -> null);
        world.application().writeJobs(120);

        SignalboxProcess signalboxProcess = world.leader(world.flowCatalyst());
        world.awaitSettled(seconds(10));

        assertThat(endpoint("E")).containsExactly("/api/events/batch");
        assertThat(endpoint("J")).containsExactly("/api/dispatch/jobs/batch");
        assertThat(world.receiver().seen())
                .allMatch(receivedRequest -> receivedRequest.authorization().equals("Bearer " + ConfigText.TOKEN))
                .allMatch(receivedRequest -> receivedRequest.items().size() <= 100);
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
        assertThat(world.ledger().arrived()).isEqualTo(420);
        assertStatesAsDocumented();
        assertThat(signalboxProcess.stop()).isZero();
        assertThat(signalboxProcess.log()).doesNotContain(ConfigText.TOKEN, PostgresTestDatabase.PASSWORD);
        assertThat(signalboxProcess.log().lines().filter(line -> line.contains("WARN")))
                .as("the launcher adds none either")
                .isEmpty();
    }

    @Test
    void aLoneFileOfOurOwnInYamlDeliversToo() {
        world.application().write(30, OutboxWriter.spreadOver(3));
        String yaml = """
                signalbox:
                  sources:
                    shop: { url: "%s", username: "%s", password: "${SHOP_PASSWORD}" }
                  sinks:
                    api: { type: http, base-url: "%s", token: "${API_TOKEN}" }
                  relays:
                    events:
                      source: shop
                      outbox: { layout: flowcatalyst, table: outbox_events }
                      sink: api
                      path: /api/events/batch
                      ordering: block
                """.formatted(
                world.outbox().url(), world.outbox().role(), world.receiver().url());
        world.launch(
                        "yaml",
                        ConfigText.yaml(yaml),
                        Map.of("SHOP_PASSWORD", PostgresTestDatabase.PASSWORD, "API_TOKEN", ConfigText.TOKEN))
                .awaitReady();

        world.awaitSettled(seconds(10));
        world.ledger().assertNothingLostAndInOrder().assertNoDuplicates();
        assertThat(world.receiver().seen())
                .allMatch(receivedRequest -> receivedRequest.authorization().equals("Bearer " + ConfigText.TOKEN));
    }

    private void assertStatesAsDocumented() {
        for (String table : List.of(PostgresTestDatabase.EVENTS, PostgresTestDatabase.JOBS)) {
            assertThat(world.outbox().rows("SELECT DISTINCT status, retry_count, error_message FROM " + table))
                    .containsExactly("COMPLETED|0|null");
            assertThat(
                            world.outbox()
                                    .count(
                                            table,
                                            "processed_at BETWEEN created_at AND clock_timestamp() AT TIME ZONE 'UTC' IS NOT TRUE"))
                    .isZero();
        }
    }

    private List<String> endpoint(String prefix) {
        return world.receiver().seen().stream()
                .filter(receivedRequest -> receivedRequest.items().stream()
                        .anyMatch(receivedItem -> receivedItem.id().startsWith(prefix)))
                .map(ReceivedRequest::path)
                .distinct()
                .toList();
    }
}

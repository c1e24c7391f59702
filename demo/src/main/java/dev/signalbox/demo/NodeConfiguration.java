package dev.signalbox.demo;

import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.examples.RelayConfiguration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The configuration file of all nodes. */
final class NodeConfiguration {
    private static final String LOG = """
              logs:
                wallets:
                  source: shop
                  topics:
                    wallet-events: { required-tags: wallet_id, publishers: [receiver, StatisticsPublisher] }
                    payment-events: { any-of-tags: [payment_id, transfer_id], publishers: [StatisticsPublisher] }
                  publishers:
                    receiver:
                      path: /api/wallets/events
                      ordering: group
                      group-tag: wallet_id
                      retry: { initial-delay: 500ms, max-delay: 5s }
                  poll: { interval: 100ms }
            """;

    private NodeConfiguration() {}

    /** @param examples the relays of the examples that run */
    static String yaml(
            ShopDatabase database,
            int receiverPort,
            String receiverToken,
            String adminToken,
            List<RelayConfiguration> examples) {
        String relays = """
                signalbox:
                  security: { admin-token: "%s" }
                  shutdown: { grace: 8s }
                  sources:
                    shop: { url: "%s", username: %s, password: "%s" }
                %s  sinks:
                    receiver: { base-url: "http://127.0.0.1:%d", token: "%s", connect-timeout: 2s, request-timeout: 5s }
                %s  relays:
                    events:
                      source: shop
                      outbox: { layout: flowcatalyst, table: outbox_events }
                      sink: receiver
                      path: /api/events/batch
                      ordering: block
                      poll: { interval: 100ms }
                      retry: { initial-delay: 500ms, max-delay: 5s }
                    jobs:
                      source: shop
                      outbox: { layout: flowcatalyst, table: outbox_dispatch_jobs }
                      sink: receiver
                      path: /api/dispatch/jobs/batch
                      ordering: block
                      poll: { interval: 100ms }
                      retry: { initial-delay: 500ms, max-delay: 5s }
                %s""".formatted(
                        adminToken,
                        database.jdbcUrl(),
                        ShopDatabase.RELAY,
                        ShopDatabase.RELAY,
                        all(examples, RelayConfiguration::source),
                        receiverPort,
                        receiverToken,
                        all(examples, RelayConfiguration::sink),
                        all(examples, RelayConfiguration::relay));
        return database.hasEventLogs() ? relays + LOG : relays;
    }

    private static String all(List<RelayConfiguration> examples, Function<RelayConfiguration, String> lines) {
        return examples.stream().map(lines).collect(Collectors.joining());
    }
}

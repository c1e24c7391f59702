package dev.signalbox.demo;

import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.examples.RelayLines;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The configuration that all nodes of the demo run with: a file that anybody could have written. */
final class Configuration {
    /** The receiver's name as a sink, and so as a publisher. */
    static final String RECEIVER = "receiver";

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
                  poll: { interval: 100ms, idle-backoff: { max: 200ms } }
            """;

    private Configuration() {}

    /**
     * @param examples what is delivered of the examples that are shown
     */
    static String yaml(
            ShopDatabase database,
            int receiverPort,
            String receiverToken,
            String adminToken,
            List<RelayLines> examples) {
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
                      poll: { interval: 100ms, idle-backoff: { max: 200ms } }
                      retry: { initial-delay: 500ms, max-delay: 5s }
                    jobs:
                      source: shop
                      outbox: { layout: flowcatalyst, table: outbox_dispatch_jobs }
                      sink: receiver
                      path: /api/dispatch/jobs/batch
                      ordering: block
                      poll: { interval: 100ms, idle-backoff: { max: 200ms } }
                      retry: { initial-delay: 500ms, max-delay: 5s }
                %s""".formatted(
                        adminToken,
                        database.jdbcUrl(),
                        ShopDatabase.RELAY,
                        ShopDatabase.RELAY,
                        all(examples, RelayLines::source),
                        receiverPort,
                        receiverToken,
                        all(examples, RelayLines::sink),
                        all(examples, RelayLines::relay));
        return database.hasEventLogs() ? relays + LOG : relays;
    }

    private static String all(List<RelayLines> examples, Function<RelayLines, String> lines) {
        return examples.stream().map(lines).collect(Collectors.joining());
    }
}

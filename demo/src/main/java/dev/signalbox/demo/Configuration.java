package dev.signalbox.demo;

import dev.signalbox.demo.database.ShopDatabase;
import dev.signalbox.demo.orders.OrdersRelay;
import java.util.Optional;

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
     * @param orders what is delivered of the orders example; empty if it is left out
     */
    static String yaml(
            ShopDatabase database,
            int receiverPort,
            String receiverToken,
            String adminToken,
            Optional<OrdersRelay> orders) {
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
                        orders.map(OrdersRelay::source).orElse(""),
                        receiverPort,
                        receiverToken,
                        orders.map(OrdersRelay::sink).orElse(""),
                        orders.map(OrdersRelay::relay).orElse(""));
        return database.hasEventLogs() ? relays + LOG : relays;
    }
}

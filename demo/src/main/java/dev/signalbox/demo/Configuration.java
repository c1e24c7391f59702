package dev.signalbox.demo;

import dev.signalbox.demo.database.ShopDatabase;

/** The configuration that all nodes of the demo run with: a file that anybody could have written. */
final class Configuration {
    private Configuration() {}

    static String yaml(ShopDatabase database, int receiverPort, String receiverToken, String adminToken) {
        return """
                signalbox:
                  security: { admin-token: "%s" }
                  shutdown: { grace: 8s }
                  sources:
                    shop: { url: "%s", username: %s, password: "%s" }
                  sinks:
                    receiver: { base-url: "http://127.0.0.1:%d", token: "%s", connect-timeout: 2s, request-timeout: 5s }
                  relays:
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
                """.formatted(
                adminToken, database.jdbcUrl(), ShopDatabase.RELAY, ShopDatabase.RELAY, receiverPort, receiverToken);
    }
}

package dev.signalbox.demo.orders;

import dev.signalbox.demo.database.OwnDatabase;
import dev.signalbox.demo.examples.RelayLines;

/** The lines of a configuration that have the events of orders delivered to Kafka, as in the example's own file. */
public record OrdersRelay(OwnDatabase database, String kafka) implements RelayLines {
    @Override
    public String source() {
        return """
                    orders: { url: "%s", username: %s, password: "%s" }
                """.formatted(database.jdbcUrl(), database.user(), database.password());
    }

    @Override
    public String sink() {
        return """
                    kafka: { type: kafka, bootstrap-servers: "%s" }
                """.formatted(kafka);
    }

    @Override
    public String relay() {
        return """
                    orders:
                      source: orders
                      sink: kafka
                      outbox: { layout: catbox, headers: { traceparent: traceparent }, processing-timeout: 5m }
                      poll: { interval: 100ms, idle-backoff: { max: 200ms }, batch-size: 100 }
                """;
    }
}

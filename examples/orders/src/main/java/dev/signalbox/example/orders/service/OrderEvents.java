package dev.signalbox.example.orders.service;

import dev.signalbox.client.Message;
import dev.signalbox.spring.TransactionalOutbox;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Records events in the open transaction, which it requires. */
@Component
class OrderEvents {
    private static final String AGGREGATE = "Order";

    private final TransactionalOutbox outbox;
    private final JdbcClient database;
    private final JsonMapper json;

    OrderEvents(TransactionalOutbox outbox, JdbcClient database, JsonMapper json) {
        this.outbox = outbox;
        this.database = database;
        this.json = json;
    }

    void record(OrderEvent event) {
        String id = outbox.record(Message.builder(event.getClass().getSimpleName())
                .aggregateType(AGGREGATE)
                .group(Long.toString(event.orderId()))
                .payload(json.writeValueAsString(event))
                .build());
        RequestContext.traceparent().ifPresent(trace -> addTrace(id, trace));
    }

    /** Catbox's table has no column for headers, so the starter writes none; this column is the example's own. */
    private void addTrace(String id, String traceparent) {
        database.sql("UPDATE outbox_events SET traceparent = ? WHERE id = ?")
                .params(traceparent, Long.parseLong(id))
                .update();
    }
}

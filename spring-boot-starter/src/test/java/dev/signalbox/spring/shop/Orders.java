package dev.signalbox.spring.shop;

import dev.signalbox.client.Message;
import dev.signalbox.spring.TransactionalOutbox;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Orders {
    private final JdbcClient database;
    private final TransactionalOutbox outbox;

    Orders(JdbcClient database, TransactionalOutbox outbox) {
        this.database = database;
        this.outbox = outbox;
    }

    @Transactional
    public void place(String orderId, int total) {
        database.sql("INSERT INTO orders VALUES (?, ?)").params(orderId, total).update();
        outbox.record(Message.builder("order.placed")
                .group(orderId)
                .payload("{\"order\": \"" + orderId + "\", \"total\": " + total + "}")
                .build());
    }
}

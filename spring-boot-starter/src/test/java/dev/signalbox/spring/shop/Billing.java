package dev.signalbox.spring.shop;

import dev.signalbox.spring.TransactionalInbox;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Billing {
    private final JdbcClient database;
    private final TransactionalInbox inbox;

    Billing(JdbcClient database, TransactionalInbox inbox) {
        this.database = database;
        this.inbox = inbox;
    }

    /** Whether the message was new. */
    @Transactional
    public boolean orderPlaced(String messageId, String orderId) {
        return inbox.once(
                messageId,
                "billing",
                () -> database.sql("INSERT INTO bills VALUES (?)")
                        .param(orderId)
                        .update());
    }
}

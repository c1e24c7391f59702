package dev.signalbox.spring.payments;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Payments {
    private final JdbcClient database;
    private final ApplicationEventPublisher events;

    Payments(JdbcClient database, ApplicationEventPublisher events) {
        this.database = database;
        this.events = events;
    }

    @Transactional
    public void pay(String orderId, int amount) {
        database.sql("INSERT INTO bills VALUES (?)").param(orderId).update();
        events.publishEvent(new PaymentMade(orderId, amount));
    }
}

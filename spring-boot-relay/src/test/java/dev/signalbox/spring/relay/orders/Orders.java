package dev.signalbox.spring.relay.orders;

import dev.signalbox.client.Message;
import dev.signalbox.spring.TransactionalOutbox;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Records a message for each change of an order. */
@Service
public class Orders {
    private final TransactionalOutbox outbox;

    Orders(TransactionalOutbox outbox) {
        this.outbox = outbox;
    }

    @Transactional
    public void change(String order, int number) {
        outbox.record(Message.builder("order.changed")
                .group(order)
                .payload("{\"order\":\"" + order + "\",\"number\":" + number + "}")
                .build());
    }
}

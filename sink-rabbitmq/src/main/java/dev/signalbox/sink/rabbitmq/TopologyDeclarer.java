package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Declares what a sink needs on the broker. Existing objects with the same settings stay unchanged. */
final class TopologyDeclarer {
    private final String exchange;
    private final Topology topology;

    TopologyDeclarer(RabbitSinkSettings settings) {
        this.exchange = settings.exchange();
        this.topology = settings.topology();
    }

    /** The broker closes the channel if an object exists with different settings. */
    void declare(Channel channel) throws IOException {
        Topology.Exchange declared = topology.exchange();
        if (declared != null) {
            channel.exchangeDeclare(exchange, declared.type(), declared.durable());
        } else if (!exchange.isEmpty()) {
            channel.exchangeDeclarePassive(exchange);
        }
        for (Topology.Queue queue : topology.queues()) {
            declare(channel, queue);
        }
    }

    private void declare(Channel channel, Topology.Queue queue) throws IOException {
        Map<String, Object> arguments = arguments(queue.type());
        Topology.DeadLetters letters = queue.deadLetters();
        if (letters != null) {
            declare(channel, letters, queue);
            arguments.put("x-dead-letter-exchange", letters.exchange());
            if (letters.routingKey() != null) {
                arguments.put("x-dead-letter-routing-key", letters.routingKey());
            }
        }
        channel.queueDeclare(queue.name(), true, false, false, arguments);
        for (String binding : queue.bindings()) {
            channel.queueBind(queue.name(), exchange, binding);
        }
    }

    private static void declare(Channel channel, Topology.DeadLetters letters, Topology.Queue queue)
            throws IOException {
        channel.queueDeclare(letters.queue(), true, false, false, arguments(queue.type()));
        if (letters.exchange().isEmpty()) {
            return;
        }
        channel.exchangeDeclare(letters.exchange(), letters.type(), true);
        if (letters.routingKey() != null) {
            channel.queueBind(letters.queue(), letters.exchange(), letters.routingKey());
            return;
        }
        for (String binding : queue.bindings()) {
            channel.queueBind(letters.queue(), letters.exchange(), binding);
        }
    }

    /** Declares a queue of the default type without naming the type, so that it equals one that others have declared. */
    private static Map<String, Object> arguments(Topology.QueueType type) {
        Map<String, Object> arguments = new HashMap<>();
        if (type == Topology.QueueType.QUORUM) {
            arguments.put("x-queue-type", "quorum");
        }
        return arguments;
    }
}

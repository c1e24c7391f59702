package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the sink declares before publishing; no exchange if the sink's exists already, or is the default one. */
public record Topology(@Nullable Exchange exchange, List<Queue> queues) {
    public record Exchange(String type, boolean durable) {
        public Exchange {
            if (type.isBlank()) {
                throw new IllegalArgumentException(
                        "the exchange's type is empty: direct, topic, fanout and headers are usual");
            }
            Shortstr.checked("exchange's type", type);
        }
    }

    public enum QueueType {
        CLASSIC,
        QUORUM
    }

    /** A durable queue that is bound to the sink's exchange by routing keys, or patterns of them. */
    public record Queue(
            String name,
            QueueType type,
            List<String> bindings,
            @Nullable DeadLetters deadLetters) {
        public Queue {
            named("queue", name);
            bindings = List.copyOf(bindings);
            bindings.forEach(binding -> Shortstr.checked("binding", binding));
        }
    }

    /**
     * Where a queue's dead letters go: an exchange and a durable queue behind it, of the same type as the source queue.
     *
     * @param exchange empty for the default exchange, which needs a routing key: the queue's name
     * @param routingKey the routing key of dead letters; null to keep the original one
     */
    public record DeadLetters(
            String exchange,
            String type,
            String queue,
            @Nullable String routingKey) {
        public DeadLetters {
            Shortstr.checked("dead-letter exchange", exchange);
            named("dead-letter queue", queue);
            if (routingKey != null) {
                Shortstr.checked("dead-letter routing key", routingKey);
            }
            if (exchange.isEmpty() && !queue.equals(routingKey)) {
                throw new IllegalArgumentException("dead letters that go through the default exchange to the queue "
                        + queue + " need its name as their routing key, not " + routingKey);
            }
        }

        /** Uses the default exchange, which routes to a queue by its name. */
        public static DeadLetters to(String queue) {
            return new DeadLetters("", "direct", queue, queue);
        }
    }

    public static final Topology NONE = new Topology(null, List.of());

    public Topology {
        queues = List.copyOf(queues);
    }

    public static Topology exchange(String type) {
        return new Topology(new Exchange(type, true), List.of());
    }

    public Topology withQueue(Queue queue) {
        List<Queue> more = new ArrayList<>(queues);
        more.add(queue);
        return new Topology(exchange, more);
    }

    public Topology withQueue(String name, String... bindings) {
        return withQueue(new Queue(name, QueueType.CLASSIC, List.of(bindings), null));
    }

    /** Why this topology does not fit an exchange of that name; null if it does. */
    @Nullable
    String faultWith(String name) {
        if (!name.isEmpty()) {
            return null;
        }
        if (exchange != null) {
            return "the default exchange (its name is empty) is always there and cannot be declared";
        }
        return queues.stream().allMatch(queue -> queue.bindings().isEmpty())
                ? null
                : "queues cannot be bound to the default exchange (its name is empty): it delivers to each by its name";
    }

    /**
     * Declares what a sink with this exchange needs. Existing objects with the same settings stay unchanged; the broker
     * closes the channel if an object exists with different settings.
     */
    void declare(Channel channel, String name) throws IOException {
        if (exchange != null) {
            channel.exchangeDeclare(name, exchange.type(), exchange.durable());
        } else if (!name.isEmpty()) {
            channel.exchangeDeclarePassive(name);
        }
        for (Queue queue : queues) {
            declare(channel, queue, name);
        }
    }

    private static void declare(Channel channel, Queue queue, String exchange) throws IOException {
        Map<String, Object> arguments = arguments(queue.type());
        DeadLetters letters = queue.deadLetters();
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

    private static void declare(Channel channel, DeadLetters letters, Queue queue) throws IOException {
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
    private static Map<String, Object> arguments(QueueType type) {
        Map<String, Object> arguments = new HashMap<>();
        if (type == QueueType.QUORUM) {
            arguments.put("x-queue-type", "quorum");
        }
        return arguments;
    }

    private static void named(String what, String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a " + what + " has no name");
        }
        Shortstr.checked(what, name);
    }
}

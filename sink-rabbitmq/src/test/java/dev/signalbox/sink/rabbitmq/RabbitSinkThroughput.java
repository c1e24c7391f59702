package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Compares the sink with a bare channel and its confirms: run it alone, {@code RabbitSinkThroughput [MESSAGES]}. */
final class RabbitSinkThroughput {
    private static final int GROUPS = 1_000;
    private static final int ROUNDS = 3;
    private static final byte[] PAYLOAD =
            "{\"text\":\"%s\"}".formatted("x".repeat(500)).getBytes(StandardCharsets.US_ASCII);

    private RabbitSinkThroughput() {}

    public static void main(String[] arguments) throws Exception {
        int messages = arguments.length == 0 ? 50_000 : Integer.parseInt(arguments[0]);
        try (LocalRabbit rabbit = LocalRabbit.start(Files.createTempDirectory("rabbitmq"))) {
            for (int round = 1; round <= ROUNDS; round++) {
                for (int batch : new int[] {100, 500}) {
                    for (int calls : new int[] {1, 4}) {
                        String queue = round + "-" + batch + "-" + calls;
                        double raw = run(calls, part -> raw(rabbit, "raw-" + queue, messages / calls, batch), messages);
                        double sink = throughSink(rabbit, "sink-" + queue, messages, batch, calls);
                        System.out.printf(
                                "batches of %d, %d at once: bare %,8.0f/s, sink %,8.0f/s, ratio %.2f%n",
                                batch, calls, raw, sink, sink / raw);
                    }
                }
            }
        }
    }

    /** The work of one of several parallel parts. */
    private interface Part {
        boolean run(int part) throws Exception;
    }

    private static double run(int parts, Part part, int messages) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < parts; i++) {
                int number = i;
                calls.add(() -> part.run(number));
            }
            long begin = Clock.SYSTEM.nanos();
            for (Future<Boolean> call : threads.invokeAll(calls)) {
                if (!call.get()) {
                    throw new IllegalStateException("not everything was delivered");
                }
            }
            return messages
                    * 1e9
                    / Duration.ofNanos(Clock.SYSTEM.nanos() - begin).toNanos();
        }
    }

    private static boolean raw(LocalRabbit rabbit, String queue, int messages, int batch) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(rabbit.port());
        factory.setUsername(rabbit.user());
        factory.setPassword(rabbit.password());
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            channel.queueDeclare(queue, true, false, false, null);
            channel.confirmSelect();
            for (int i = 0; i < messages; i++) {
                AMQP.BasicProperties properties = new AMQP.BasicProperties.Builder()
                        .deliveryMode(2)
                        .messageId(Integer.toString(i))
                        .type("t")
                        .contentType("application/json")
                        .headers(Map.of("group", "group-" + i % GROUPS))
                        .build();
                channel.basicPublish("", queue, true, properties, PAYLOAD);
                if ((i + 1) % batch == 0) {
                    channel.waitForConfirmsOrDie(10_000);
                }
            }
            channel.waitForConfirmsOrDie(10_000);
            return true;
        }
    }

    private static double throughSink(LocalRabbit rabbit, String queue, int messages, int batch, int calls)
            throws Exception {
        RabbitBrokerSettings broker = RabbitBrokerSettings.of(
                "bench",
                List.of(new BrokerAddress(rabbit.host(), rabbit.port())),
                new RabbitLogin(rabbit.user(), rabbit.password()));
        RabbitSinkSettings settings = RabbitSinkSettings.of("")
                .withRouting(RoutingKeyRule.template(queue))
                .withTopology(Topology.NONE.withQueue(queue));
        try (RabbitSink sink = new RabbitSink(broker, settings, Clock.SYSTEM)) {
            return run(calls, part -> drain(sink, part, messages / calls, batch, GROUPS / calls), messages);
        }
    }

    /** Each part has its own groups, as a relay's batches do. */
    private static boolean drain(RabbitSink sink, int part, int messages, int size, int groups)
            throws InterruptedException {
        Payload payload = Payload.of(PAYLOAD);
        boolean delivered = true;
        for (int from = 0; from < messages; from += size) {
            List<Message> batch = new ArrayList<>(size);
            for (int i = from; i < Math.min(messages, from + size); i++) {
                String group = "group-" + part + "-" + i % groups;
                batch.add(RabbitTestMessages.message(part + "/" + i, group, "t", payload, Map.of(), null));
            }
            delivered &= sink.send(batch).equals(Answer.DELIVERED);
        }
        return delivered;
    }
}

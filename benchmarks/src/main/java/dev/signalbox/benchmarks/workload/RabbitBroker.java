package dev.signalbox.benchmarks.workload;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** A private broker for all runs. Each run has its own durable queue. */
final class RabbitBroker {
    private final RunFolder folder;
    private final LocalRabbit rabbit;
    private final Connection connection;
    private int queues;

    private RabbitBroker(RunFolder folder, LocalRabbit rabbit, Connection connection) {
        this.folder = folder;
        this.rabbit = rabbit;
        this.connection = connection;
    }

    static RabbitBroker startIn(Path parent) throws IOException, InterruptedException {
        RunFolder folder = RunFolder.createIn(Files.createDirectories(parent.resolve("rabbitmq")));
        try {
            LocalRabbit rabbit = LocalRabbit.start(folder.file("broker"));
            return new RabbitBroker(folder, rabbit, connect(rabbit));
        } catch (IOException | InterruptedException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private static Connection connect(LocalRabbit rabbit) throws IOException {
        try {
            return factory(rabbit).newConnection("bench");
        } catch (IOException | TimeoutException | RuntimeException e) {
            rabbit.close();
            throw new IOException("the broker does not answer: " + e, e);
        }
    }

    private static ConnectionFactory factory(LocalRabbit rabbit) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(rabbit.host());
        factory.setPort(rabbit.port());
        factory.setUsername(rabbit.user());
        factory.setPassword(rabbit.password());
        factory.setAutomaticRecoveryEnabled(false);
        return factory;
    }

    LocalRabbit server() {
        return rabbit;
    }

    /** A new connection. */
    Connection connect() throws IOException {
        return connect(rabbit);
    }

    /** Creates an empty durable queue. */
    synchronized String newQueue() throws IOException, InterruptedException {
        queues++;
        String queue = "bench-" + queues;
        try (Channel channel = connection.createChannel()) {
            channel.queueDeclare(queue, true, false, false, Map.of());
        } catch (TimeoutException e) {
            throw new IOException("the queue " + queue + " could not be created", e);
        }
        return queue;
    }

    /** Removes a queue: all runs together would fill the disk. */
    void remove(String queue) {
        try (Channel channel = connection.createChannel()) {
            channel.queueDelete(queue);
        } catch (IOException | TimeoutException e) {
            throw new IllegalStateException("the queue " + queue + " could not be removed", e);
        }
    }

    void close() throws IOException {
        try (folder) {
            connection.abort();
            rabbit.close();
        }
    }
}

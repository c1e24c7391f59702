package dev.signalbox.example.notifications.listener;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.example.notifications.event.Audience;
import dev.signalbox.example.notifications.listener.MessageProcessor.Acknowledgement;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes the messages of one queue one by one, and acknowledges each after its transaction. After any connection failure
 * it starts again: an unavailable broker or a missing queue is handled the same at the start and later.
 */
final class QueueListener implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(QueueListener.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Audience audience;
    private final Broker broker;
    private final MessageProcessor processor;
    private final int prefetch;
    private final ScheduledExecutorService pauses;
    private final CountDownLatch stop = new CountDownLatch(1);

    /** Received messages that wait; an empty one marks the end. */
    private volatile BlockingQueue<Optional<Delivery>> arrived = new LinkedBlockingQueue<>();

    private volatile Status status;

    /** @param detail what it waits for; empty while it listens */
    record Status(String queue, Phase phase, String detail, Instant since) {}

    enum Phase {
        CONNECTING,
        /** The producer has not created the queues yet. */
        WAITING_FOR_QUEUES,
        LISTENING,
        STOPPED
    }

    QueueListener(
            Audience audience,
            Broker broker,
            MessageProcessor messageProcessor,
            int prefetch,
            ScheduledExecutorService pauses) {
        this.audience = audience;
        this.broker = broker;
        this.processor = messageProcessor;
        this.prefetch = prefetch;
        this.pauses = pauses;
        this.status = new Status(audience.queue(), Phase.CONNECTING, "it was not started yet", Instant.now());
    }

    Status status() {
        return status;
    }

    /** Stops after the current message; RabbitMQ keeps those that wait. */
    void stop() {
        stop.countDown();
        arrived.add(Optional.empty());
    }

    @Override
    public void run() {
        try {
            do {
                listenOnce();
            } while (!stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            enter(Phase.STOPPED, "");
        }
    }

    private void listenOnce() throws InterruptedException {
        try (Connection connection = broker.connect("listener of " + audience.queue());
                Channel channel = connection.createChannel()) {
            if (hasQueues(connection)) {
                consume(channel);
            }
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            enter(Phase.CONNECTING, "RabbitMQ at " + broker + " cannot be used: " + describe(e));
        } catch (RuntimeException e) {
            // Nothing was acknowledged, so RabbitMQ redelivers the message.
            LOG.error("{} starts again", audience.queue(), e);
        }
    }

    /** The producer declares them with its own arguments. The broker closes a channel that asks for a missing queue. */
    private boolean hasQueues(Connection connection) throws IOException {
        for (String queue : List.of(audience.queue(), audience.deadLetterQueue())) {
            Channel channel = connection.createChannel();
            try {
                channel.queueDeclarePassive(queue);
                channel.abort();
            } catch (IOException e) {
                enter(
                        Phase.WAITING_FOR_QUEUES,
                        "The producer has to declare the queue " + queue + " first: " + describe(e));
                return false;
            }
        }
        return true;
    }

    private void consume(Channel channel) throws IOException, InterruptedException {
        BlockingQueue<Optional<Delivery>> coming = new LinkedBlockingQueue<>();
        arrived = coming;
        channel.basicQos(prefetch);
        channel.basicConsume(
                audience.queue(),
                false,
                (_, delivery) -> coming.add(Optional.of(delivery)),
                _ -> coming.add(Optional.empty()),
                (_, _) -> coming.add(Optional.empty()));
        enter(Phase.LISTENING, "");
        while (!isStopping()) {
            Optional<Delivery> next = coming.take();
            if (next.isEmpty()) {
                return;
            }
            Optional<Acknowledgement> acknowledgement = settle(next.get());
            if (acknowledgement.isPresent()) {
                answer(channel, next.get().getEnvelope().getDeliveryTag(), acknowledgement.get());
            }
        }
    }

    private boolean isStopping() {
        return stop.getCount() == 0;
    }

    /** Waits while the database is unavailable; empty if it was stopped meanwhile. */
    private Optional<Acknowledgement> settle(Delivery delivery) throws InterruptedException {
        MessageProcessor.ProcessingAttempt work = processor.take(
                audience, delivery.getBody(), delivery.getEnvelope().isRedeliver());
        do {
            try {
                return Optional.of(work.settle());
            } catch (MessageProcessor.OutageException e) {
                LOG.warn("{} waits for the database: {}", audience.queue(), e.getMessage());
            }
        } while (!stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
        return Optional.empty();
    }

    private void answer(Channel channel, long tag, Acknowledgement acknowledgement) throws IOException {
        switch (acknowledgement) {
            case Acknowledgement.Ack _ -> channel.basicAck(tag, false);
            case Acknowledgement.Reject _ -> channel.basicReject(tag, false);
            case Acknowledgement.Redeliver redeliver -> {
                // Other messages proceed meanwhile. If the connection ends first, RabbitMQ redelivers it itself.
                var _ = pauses.schedule(
                        () -> giveBack(channel, tag), redeliver.pause().toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    private void giveBack(Channel channel, long tag) {
        try {
            channel.basicReject(tag, true);
        } catch (AlreadyClosedException | IOException e) {
            LOG.debug("{} has given a message back already", audience.queue(), e);
        }
    }

    private static String describe(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException end) {
                return switch (end.getReason()) {
                    case AMQP.Channel.Close close -> close.getReplyText();
                    case AMQP.Connection.Close close -> close.getReplyText();
                    case null, default -> "the connection has ended";
                };
            }
        }
        return failure.toString();
    }

    private void enter(Phase phase, String detail) {
        Status before = status;
        if (before.phase() == phase && before.detail().equals(detail)) {
            return;
        }
        status = new Status(audience.queue(), phase, detail, Instant.now());
        if (detail.isEmpty()) {
            LOG.info("{}: {}", audience.queue(), phase);
        } else {
            LOG.warn("{}: {}", audience.queue(), detail);
        }
    }
}

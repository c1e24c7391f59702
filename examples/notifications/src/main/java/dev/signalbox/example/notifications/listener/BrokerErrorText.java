package dev.signalbox.example.notifications.listener;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;

/** Describes an exception of RabbitMQ's client in a few words. */
final class BrokerErrorText {
    private BrokerErrorText() {}

    static String of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException end) {
                return of(end);
            }
        }
        return failure.toString();
    }

    private static String of(ShutdownSignalException end) {
        return switch (end.getReason()) {
            case AMQP.Channel.Close close -> close.getReplyText();
            case AMQP.Connection.Close close -> close.getReplyText();
            case null, default -> "the connection has ended";
        };
    }
}

package dev.signalbox.benchmarks.workload;

import java.util.Locale;

/** Where messages are sent to. */
public enum Destination {
    IN_PROCESS,
    /** The HTTP sink and a local API. */
    HTTP,
    KAFKA,
    /** A private broker, if RabbitMQ is installed. */
    RABBITMQ;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

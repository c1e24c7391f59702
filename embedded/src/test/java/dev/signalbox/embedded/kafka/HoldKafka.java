package dev.signalbox.embedded.kafka;

import java.nio.file.Path;

/** Starts a broker, prints its process id and waits. */
final class HoldKafka {
    private HoldKafka() {}

    public static void main(String[] arguments) throws Exception {
        try (LocalKafka kafka = LocalKafka.start(Path.of(arguments[0]))) {
            System.out.println(kafka.pid());
            Thread.currentThread().join();
        }
    }
}

package dev.signalbox.embedded.rabbitmq;

import java.nio.file.Path;

/** Starts a broker, prints its process id and waits. */
final class HoldRabbit {
    private HoldRabbit() {}

    public static void main(String[] arguments) throws Exception {
        try (LocalRabbit rabbit = LocalRabbit.start(Path.of(arguments[0]))) {
            System.out.println(rabbit.pid());
            Thread.currentThread().join();
        }
    }
}

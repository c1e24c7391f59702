package dev.signalbox.example.orders;

import dev.signalbox.example.orders.consumer.OrderConsumer;
import dev.signalbox.example.orders.service.OrderService;
import java.util.Arrays;

/** Starts one of the two programs: {@code java -jar orders.jar service} or {@code java -jar orders.jar consumer}. */
public final class Main {
    private static final String USAGE = """
            Usage: java -jar orders.jar service|consumer [--server.port=N] [--KEY=VALUE ...]

              service    takes orders over HTTP, on port 8080
              consumer   adds up the events of orders, and answers on port 8082
            """;

    private Main() {}

    public static void main(String[] args) {
        String[] options = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        switch (args.length == 0 ? "" : args[0]) {
            case "service" -> OrderService.start(options);
            case "consumer" -> OrderConsumer.start(options);
            case "--help", "-h" -> System.out.print(USAGE);
            default -> {
                System.err.print(USAGE);
                System.exit(2);
            }
        }
    }
}

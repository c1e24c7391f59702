package dev.signalbox.example.orders;

import dev.signalbox.example.orders.consumer.OrderConsumer;
import dev.signalbox.example.orders.service.OrderService;
import dev.signalbox.example.web.CannotStartException;
import java.util.Arrays;
import java.util.function.Consumer;

/** Starts one of the two programs: {@code java -jar orders.jar service} or {@code java -jar orders.jar consumer}. */
public final class Main {
    private static final String USAGE = """
            Usage: java -jar orders.jar service|consumer [--server.port=N] [--KEY=VALUE ...]

              service    takes orders over HTTP, on port 8080
              consumer   adds up the events of orders, and answers on port 8082

            The passwords of their databases are in ORDERS_DB_PASSWORD and SUMMARY_DB_PASSWORD; README.md has the rest.
            Exit code 2: wrong usage, no password, no database, or the port is in use.
            """;

    private static final int USAGE_CODE = 2;

    private Main() {}

    public static void main(String[] args) {
        String[] options = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        switch (args.length == 0 ? "" : args[0]) {
            case "service" -> start(OrderService::start, options);
            case "consumer" -> start(OrderConsumer::start, options);
            case "--help", "-h" -> System.out.print(USAGE);
            default -> {
                System.err.print(USAGE);
                System.exit(USAGE_CODE);
            }
        }
    }

    /** What it lacks was told already; the code says that trying again without a change would not help. */
    private static void start(Consumer<String[]> program, String... options) {
        try {
            program.accept(options);
        } catch (CannotStartException e) {
            System.exit(USAGE_CODE);
        }
    }
}

package dev.signalbox.example.orders;

import dev.signalbox.example.orders.consumer.OrderConsumer;
import dev.signalbox.example.orders.service.OrderService;
import dev.signalbox.example.web.ProgramLauncher;
import java.util.Map;

/** Starts one of the two programs: {@code java -jar orders.jar service} or {@code java -jar orders.jar consumer}. */
public final class Main {
    private static final String USAGE = """
            Usage: java -jar orders.jar service|consumer [--server.port=N] [--KEY=VALUE ...]

              service    takes orders over HTTP, on port 8080
              consumer   adds up the events of orders, and answers on port 8082

            The passwords of their databases are in ORDERS_DB_PASSWORD and SUMMARY_DB_PASSWORD; README.md has the rest.
            Exit code 2: wrong usage, no password, no database, or the port is in use.
            """;

    private Main() {}

    public static void main(String[] args) {
        ProgramLauncher.start(USAGE, Map.of("service", OrderService::start, "consumer", OrderConsumer::start), args);
    }
}

package dev.signalbox.example.notifications;

import dev.signalbox.example.notifications.listener.NotificationListeners;
import dev.signalbox.example.notifications.order.OrderService;
import dev.signalbox.example.notifications.reservation.ReservationService;
import dev.signalbox.example.web.ProgramLauncher;
import java.util.Map;

/** Starts one of the three programs, such as {@code java -jar notifications.jar listeners}. */
public final class Main {
    private static final String USAGE = """
            Usage: java -jar notifications.jar reservations|orders|listeners [--server.port=N] [--KEY=VALUE ...]

              reservations   takes reservations over HTTP, on port 8081
              orders         takes orders over HTTP, on port 8082
              listeners      make notifications of events from RabbitMQ, and answer on port 8083

            The passwords of the database and of RabbitMQ are in NOTIFICATIONS_DB_PASSWORD and NOTIFICATIONS_RABBIT_PASSWORD;
            README.md has the rest. Exit code 2: wrong usage, no password, no database, or the port is in use.
            """;

    private Main() {}

    public static void main(String[] args) {
        ProgramLauncher.start(
                USAGE,
                Map.of(
                        "reservations", ReservationService::start,
                        "orders", OrderService::start,
                        "listeners", NotificationListeners::start),
                args);
    }
}

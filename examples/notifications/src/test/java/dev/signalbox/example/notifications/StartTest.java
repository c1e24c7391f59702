package dev.signalbox.example.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.example.notifications.listener.NotificationListeners;
import dev.signalbox.example.notifications.order.OrderService;
import dev.signalbox.example.notifications.reservation.ReservationService;
import dev.signalbox.example.web.ProgramLauncher.CannotStartException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The error messages for missing settings. */
class StartTest {
    private static final String NO_PORT = "--server.port=0";

    @Test
    void aPasswordThatIsNotSetIsNamed() {
        assertThatThrownBy(() -> ReservationService.start(NO_PORT))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith("NOTIFICATIONS_DB_PASSWORD is not set.")
                .hasMessageContaining("jdbc:postgresql://localhost:5432/notifications");
        assertThatThrownBy(() -> NotificationListeners.start(NO_PORT, "--spring.rabbitmq.password=x"))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith("NOTIFICATIONS_DB_PASSWORD is not set.");
        assertThatThrownBy(() -> NotificationListeners.start(NO_PORT))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith("NOTIFICATIONS_RABBIT_PASSWORD is not set.");
    }

    @Test
    void aDatabaseThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> OrderService.start(
                        NO_PORT,
                        "--spring.datasource.url=jdbc:postgresql://127.0.0.1:9/notifications",
                        "--spring.datasource.password=x"))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith(
                        "The database jdbc:postgresql://127.0.0.1:9/notifications cannot be used by 'notifications': ")
                .hasMessageContaining("NOTIFICATIONS_DB_URL");
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        TestDatabase database = TestDatabase.create("taken_port");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> OrderService.start(
                            "--server.port=" + taken.getLocalPort(),
                            "--spring.datasource.url=" + database.url(),
                            "--spring.datasource.username=postgres",
                            "--spring.datasource.password="))
                    .isInstanceOf(CannotStartException.class)
                    .hasMessageStartingWith("It cannot listen on 127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void theProgramSaysItInOneLineAndEndsWithTwo() throws Exception {
        ProcessBuilder builder = Program.command("reservations").redirectErrorStream(true);
        builder.environment().remove("NOTIFICATIONS_DB_PASSWORD");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(said).startsWith("NOTIFICATIONS_DB_PASSWORD is not set.").hasLineCount(1);
    }
}

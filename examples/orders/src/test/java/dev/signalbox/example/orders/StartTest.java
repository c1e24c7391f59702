package dev.signalbox.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.example.orders.consumer.OrderConsumer;
import dev.signalbox.example.orders.service.OrderService;
import dev.signalbox.example.web.ProgramLauncher.CannotStartException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The error messages for missing settings. */
class StartTest {
    private final TestDatabase database = TestDatabase.create("start" + System.nanoTime());

    @Test
    void aPasswordThatIsNotSetIsNamed() {
        assertThatThrownBy(() -> OrderService.start("--server.port=0"))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith("ORDERS_DB_PASSWORD is not set.")
                .hasMessageContaining("jdbc:postgresql://localhost:5432/orders");
        assertThatThrownBy(() -> OrderConsumer.start("--server.port=0"))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith("SUMMARY_DB_PASSWORD is not set.");
    }

    @Test
    void aDatabaseThatIsNotThereIsNamedWithoutItsPassword() {
        assertThatThrownBy(() -> OrderService.start(
                        "--server.port=0",
                        "--spring.datasource.url=jdbc:postgresql://127.0.0.1:9/orders?password=secret-8Lq2",
                        "--spring.datasource.password=secret-8Lq2"))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith(
                        "The database jdbc:postgresql://127.0.0.1:9/orders cannot be used by 'orders': ")
                .hasMessageContaining("ORDERS_DB_URL")
                .hasMessageNotContaining("secret-8Lq2");
    }

    @Test
    void aDatabaseThatRefusesSaysWhy() {
        assertThatThrownBy(() -> OrderConsumer.start(
                        "--server.port=0",
                        "--spring.datasource.url=" + database.url(),
                        "--spring.datasource.username=nobody-we-know",
                        "--spring.datasource.password=x"))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("role \"nobody-we-know\" does not exist")
                .hasMessageContaining("SUMMARY_DB_USERNAME");
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> OrderService.start(
                            "--server.port=" + taken.getLocalPort(),
                            "--spring.datasource.url=" + database.url(),
                            "--spring.datasource.username=postgres",
                            "--spring.datasource.password="))
                    .isInstanceOf(CannotStartException.class)
                    .hasMessageStartingWith("It cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("--server.port=");
        }
    }

    @Test
    void theProgramSaysItInOneLineAndEndsWithTwo() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "service")
                .redirectErrorStream(true);
        builder.environment().remove("ORDERS_DB_PASSWORD");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(said).startsWith("ORDERS_DB_PASSWORD is not set.").hasLineCount(1);
    }
}

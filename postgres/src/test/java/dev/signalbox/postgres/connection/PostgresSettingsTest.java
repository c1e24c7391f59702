package dev.signalbox.postgres.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.signalbox.jdbc.connection.TimeLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PostgresSettingsTest {
    @Test
    void secretsAreNotShown() {
        var settings = PostgresSettings.of("jdbc:postgresql://db/shop?sslpassword=hidden1&a=b", "app", "hidden2");

        assertThat(settings.toString()).doesNotContain("hidden").contains("app").contains("a=b");
        assertThat(settings.displayUrl()).isEqualTo("jdbc:postgresql://db/shop?sslpassword=***&a=b");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        TimeLimits limits = new TimeLimits(
                Duration.ZERO,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(11),
                Duration.ofSeconds(5));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PostgresSettings("jdbc:mysql://db/shop", " ", "", 0, limits))
                .withMessageContainingAll(
                        "jdbc:mysql://db/shop", "username", "pool size", "connect", "socket", "lock time-out");
    }
}

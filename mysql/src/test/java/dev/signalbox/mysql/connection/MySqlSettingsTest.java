package dev.signalbox.mysql.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.signalbox.jdbc.connection.TimeLimits;
import org.junit.jupiter.api.Test;

class MySqlSettingsTest {
    @Test
    void secretsAreNotShown() {
        var settings = MySqlSettings.of("jdbc:mysql://app:hidden1@db/shop?password=hidden2&a=b", "app", "hidden3");

        assertThat(settings.toString()).doesNotContain("hidden").contains("app").contains("a=b");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MySqlSettings("jdbc:postgresql://db/shop", " ", "", 0, TimeLimits.DEFAULTS))
                .withMessageContainingAll("jdbc:postgresql://db/shop", "jdbc:mariadb:", "username", "pool size");
    }
}

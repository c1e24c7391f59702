package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationTest extends EndToEndTest {
    @Test
    void allErrorsAreSaidAtOnceWithoutASecret() throws InterruptedException {
        ConfigText config = world.seedZero()
                .processor("poll-intervall", "1s")
                .processor("max-retries", "many")
                .processor("api-batch-size", "0")
                .processor("database-type", "ORACLE")
                .processor("api-token", "s3cret with spaces")
                .set("signalbox.sinks.api.nonsense", "1");
        Program program = world.launch("wrong", config.properties(), Map.of());

        assertThat(program.exitCode(seconds(20))).isEqualTo(2);
        assertThat(program.log())
                .contains("poll-intervall", "max-retries", "many", "api-batch-size", "database-type", "nonsense")
                .contains("api-token")
                .doesNotContain("s3cret", Outbox.PASSWORD, "\tat ");
    }

    @Test
    void aFileThatDoesNotExistIsSaid() throws InterruptedException {
        Program program = world.launch("absent", Folders.work("config").resolve("absent.yaml"), Map.of());

        assertThat(program.exitCode(seconds(20))).isEqualTo(2);
        assertThat(program.log()).contains("absent.yaml").doesNotContain("\tat ");
    }

    @Test
    void theLauncherAddsNoWarning() throws InterruptedException {
        Program program = world.leader(world.seedZero());

        assertThat(program.stop()).isZero();
        assertThat(program.log().lines().filter(line -> line.contains("WARN"))).isEmpty();
    }
}

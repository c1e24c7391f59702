package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationTest extends EndToEndTest {
    @Test
    void allErrorsAreSaidAtOnceWithoutASecret() throws InterruptedException {
        ConfigText config = world.flowCatalyst()
                .processor("poll-intervall", "1s")
                .processor("max-retries", "many")
                .processor("api-batch-size", "0")
                .processor("database-type", "ORACLE")
                .processor("api-token", "s3cret with spaces")
                .set("signalbox.sinks.api.nonsense", "1");
        SignalboxProcess signalboxProcess = world.launch("wrong", config.properties(), Map.of());

        assertThat(signalboxProcess.exitCode(seconds(20))).isEqualTo(2);
        assertThat(signalboxProcess.log())
                .contains("poll-intervall", "max-retries", "many", "api-batch-size", "database-type", "nonsense")
                .contains("api-token")
                .doesNotContain("s3cret", PostgresTestDatabase.PASSWORD, "\tat ");
    }

    @Test
    void aFileThatDoesNotExistIsSaid() throws InterruptedException {
        SignalboxProcess signalboxProcess =
                world.launch("absent", TestFolders.work("config").resolve("absent.yaml"), Map.of());

        assertThat(signalboxProcess.exitCode(seconds(20))).isEqualTo(2);
        assertThat(signalboxProcess.log()).contains("absent.yaml").doesNotContain("\tat ");
    }
}

package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import kafka.server.KafkaConfig;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ComposeTest {
    private static final String FILE = "deploy/compose.yaml";
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+)([^}]*)}");
    private static final Pattern SECRET = Pattern.compile(".*(PASSWORD|TOKEN|SECRET|KEY)");
    private static final Pattern PINNED = Pattern.compile("[a-z/]+:v?[0-9]+\\.[0-9]+(\\.[0-9]+)?(-[A-Z]+)?");

    private final JsonNode compose = RepositoryFiles.yaml(FILE);
    private final JsonNode services = compose.get("services");

    @Test
    void theFileIsWhatTheSpecificationAllows() {
        assertThat(JsonSchemaFile.compose().problems(compose)).isEmpty();
    }

    @Test
    void aMisspeltKeyIsRefused() {
        JsonNode wrong = RepositoryFiles.misspelt(compose, "\"healthcheck\"", "\"healtcheck\"");

        assertThat(JsonSchemaFile.compose().problems(wrong)).isNotEmpty();
    }

    @Test
    void nothingListensButOnThisMachine() {
        List<String> ports = new ArrayList<>();
        services.forEach(service -> service.path("ports").forEach(port -> ports.add(port.asString())));

        assertThat(ports).isNotEmpty().allSatisfy(port -> assertThat(port).matches("127\\.0\\.0\\.1:\\d+:\\d+"));
        assertThat(ports.stream().map(port -> port.split(":", -1)[1])).doesNotHaveDuplicates();
    }

    @Test
    void everyImageHasAVersion() {
        assertThat(services)
                .allSatisfy(
                        service -> assertThat(service.get("image").asString()).matches(PINNED));
    }

    @Test
    void everySecretHasToBeGivenAndTheExampleNamesIt() {
        List<MatchResult> variables =
                VARIABLE.matcher(RepositoryFiles.text(FILE)).results().toList();
        Set<String> names =
                new TreeSet<>(variables.stream().map(v -> v.group(1)).toList());
        List<String> example = RepositoryFiles.text("deploy/example.env")
                .lines()
                .filter(line -> line.endsWith("="))
                .map(line -> line.replace("=", ""))
                .toList();

        assertThat(variables)
                .allSatisfy(v -> assertThat(v.group(2)).as(v.group(1)).startsWith(":?"));
        assertThat(example).containsExactlyInAnyOrderElementsOf(names);
        services.forEach(service -> service.path("environment")
                .forEachEntry((name, value) -> assertThat(!SECRET.matcher(name).matches()
                                || value.asString().startsWith("${"))
                        .as(name)
                        .isTrue()));
    }

    @Test
    void everyFileThatIsMountedIsThere() {
        services.forEach(service -> service.path("volumes").forEach(volume -> {
            String from = volume.asString().split(":", -1)[0];
            if (from.startsWith("./")) {
                assertThat(RepositoryFiles.file("deploy").resolve(from)).exists();
                assertThat(volume.asString()).endsWith(":ro");
            } else if (!from.startsWith("/")) {
                assertThat(compose.get("volumes").has(from)).as(from).isTrue();
            }
        }));
        assertThat(Files.exists(RepositoryFiles.file("deploy")
                        .resolve(services.at("/signalbox/build/context").asString())
                        .resolve(services.at("/signalbox/build/dockerfile").asString())))
                .isTrue();
    }

    @Test
    void theConfigurationCanBeUsedWithWhatTheServiceIsGiven() {
        ProgramConfiguration configuration = ProgramConfiguration.load(
                "deploy/compose/signalbox.yaml",
                services.at("/signalbox/environment").propertyNames());

        assertThat(configuration.warnings())
                .as("what does not leave the machine may go without TLS")
                .hasSize(2)
                .allMatch(warning -> warning.contains("allow-insecure"));
        assertThat(configuration.address()).isEqualTo("0.0.0.0");
        assertThat(services.at("/signalbox/ports/0").asString()).endsWith(":" + configuration.port());
        assertThat(ProgramConfiguration.seconds(
                        services.at("/signalbox/stop_grace_period").asString()))
                .isGreaterThan(configuration.graceSeconds());
        assertThat(RepositoryFiles.text("deploy/compose/signalbox.yaml"))
                .contains("//postgres:5432/"
                        + services.at("/postgres/environment/POSTGRES_DB").asString());
    }

    @Test
    void theBrokerUnderstandsItsSettingsAndIsWhereTheConfigurationLooks() {
        Properties settings = new Properties();
        services.at("/kafka/environment")
                .forEachEntry((name, value) -> settings.setProperty(
                        name.substring("KAFKA_".length())
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '.'),
                        value.asString()));

        assertThat(AbstractKafkaConfig.CONFIG_DEF.names()).containsAll(settings.stringPropertyNames());
        assertThatCode(() -> KafkaConfig.fromProps(settings)).doesNotThrowAnyException();
        assertThat(settings.getProperty("advertised.listeners")).contains("//kafka:19092,", "//localhost:9092");
        assertThat(RepositoryFiles.text("deploy/compose/signalbox.yaml")).contains("\"kafka:19092\"");
    }
}

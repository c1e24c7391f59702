package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class KubernetesTest {
    private static final String FOLDER = "deploy/kubernetes/";

    private final JsonNode deployment = RepositoryFiles.yaml(FOLDER + "deployment.yaml");
    private final JsonNode pod = deployment.at("/spec/template/spec");
    private final JsonNode container = pod.at("/containers/0");
    private final JsonNode kustomization = RepositoryFiles.yaml(FOLDER + "kustomization.yaml");

    static List<String> manifests() {
        List<String> files = new ArrayList<>();
        RepositoryFiles.yaml(FOLDER + "kustomization.yaml")
                .get("resources")
                .forEach(file -> files.add(file.asString()));
        return files;
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void aManifestIsWhatTheApiTakes(String file) {
        assertThat(KubernetesModels.read(RepositoryFiles.yaml(FOLDER + file))).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "deployment.yaml, replicas, replica",
        "deployment.yaml, readOnlyRootFilesystem, readOnlyRootFileSystem",
        "deployment.yaml, failureThreshold, failuresThreshold",
        "service.yaml, targetPort, targetport",
        "poddisruptionbudget.yaml, maxUnavailable, maxUnavailible",
        "networkpolicy.yaml, podSelector, podselector"
    })
    void aMisspeltFieldIsRefused(String file, String field, String typed) {
        JsonNode wrong =
                RepositoryFiles.misspelt(RepositoryFiles.yaml(FOLDER + file), "\"" + field + "\"", "\"" + typed + "\"");

        assertThatThrownBy(() -> KubernetesModels.read(wrong)).hasMessageContaining(typed);
    }

    @Test
    void aWrongTypeIsRefused() {
        JsonNode wrong = RepositoryFiles.misspelt(deployment, "\"replicas\":2", "\"replicas\":\"two\"");

        assertThatThrownBy(() -> KubernetesModels.read(wrong)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void everyFileIsNamedInTheKustomizationAndEveryNameIsAFile() throws IOException {
        List<String> named = new ArrayList<>(manifests());
        kustomization.at("/configMapGenerator/0/files").forEach(file -> named.add(file.asString()));
        named.add("kustomization.yaml");

        try (Stream<Path> files = Files.list(RepositoryFiles.file(FOLDER))) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(named);
        }
        assertThat(kustomization.at("/configMapGenerator/0/name").asString())
                .isEqualTo(pod.at("/volumes/0/configMap/name").asString());
    }

    @Test
    void theServiceMonitorFindsTheService() {
        JsonNode monitor = RepositoryFiles.yaml(FOLDER + "prometheus-operator/servicemonitor.yaml");
        JsonNode service = RepositoryFiles.yaml(FOLDER + "service.yaml");
        JsonSchemaFile jsonSchemaFile = JsonSchemaFile.named("servicemonitor");

        assertThat(jsonSchemaFile.problems(monitor)).isEmpty();
        assertThat(jsonSchemaFile.problems(RepositoryFiles.misspelt(monitor, "\"endpoints\"", "\"endpoint\"")))
                .isNotEmpty();
        assertThat(monitor.at("/spec/selector/matchLabels")).isEqualTo(service.at("/metadata/labels"));
        assertThat(monitor.at("/spec/endpoints/0/port")).isEqualTo(service.at("/spec/ports/0/name"));
        assertThat(service.at("/metadata/labels")
                        .get(monitor.at("/spec/jobLabel").asString())
                        .asString())
                .isEqualTo("signalbox");
    }

    @Test
    void allSelectorsMeanThePods() {
        JsonNode labels = deployment.at("/spec/template/metadata/labels");

        assertThat(deployment.at("/spec/selector/matchLabels")).isEqualTo(labels);
        assertThat(RepositoryFiles.yaml(FOLDER + "service.yaml").at("/spec/selector"))
                .isEqualTo(labels);
        assertThat(RepositoryFiles.yaml(FOLDER + "poddisruptionbudget.yaml").at("/spec/selector/matchLabels"))
                .isEqualTo(labels);
        assertThat(RepositoryFiles.yaml(FOLDER + "networkpolicy.yaml").at("/spec/podSelector/matchLabels"))
                .isEqualTo(labels);
        pod.get("topologySpreadConstraints")
                .forEach(constraint ->
                        assertThat(constraint.at("/labelSelector/matchLabels")).isEqualTo(labels));
    }

    @Test
    void probesAskWhatTheProgramAnswers() {
        assertThat(container.at("/startupProbe/httpGet/path").asString()).isEqualTo("/health/live");
        assertThat(container.at("/livenessProbe/httpGet/path").asString()).isEqualTo("/health/live");
        assertThat(container.at("/readinessProbe/httpGet/path").asString()).isEqualTo("/health/ready");
        assertThat(OpenEndpoints.open())
                .contains(
                        "/health/live",
                        "/health/ready",
                        deployment
                                .at("/spec/template/metadata/annotations")
                                .get("prometheus.io/path")
                                .asString());
    }

    @Test
    void podsAreAsRestrictedAsTheirNamespaceDemands() {
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/securityContext/seccompProfile/type").asString()).isEqualTo("RuntimeDefault");
        assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean())
                .isFalse();
        assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean())
                .isTrue();
        assertThat(container.at("/securityContext/capabilities/drop/0").asString())
                .isEqualTo("ALL");
        assertThat(pod.get("automountServiceAccountToken").asBoolean()).isFalse();
        assertThat(Dockerfile.read().only("USER"))
                .isEqualTo(pod.at("/securityContext/runAsUser").asString() + ":"
                        + pod.at("/securityContext/runAsGroup").asString());
    }

    @Test
    void theConfigurationCanBeUsedWithWhatThePodIsGiven() {
        List<String> variables = new ArrayList<>();
        container
                .get("env")
                .forEach(variable -> variables.add(variable.get("name").asString()));
        ProgramConfiguration configuration = ProgramConfiguration.load(FOLDER + "signalbox.yaml", variables);

        assertThat(configuration.warnings()).isEmpty();
        assertThat(configuration.address()).as("of the administration API").isEqualTo("127.0.0.1");
        assertThat(configuration.monitoring().address()).isEqualTo("0.0.0.0");
        assertThat(container.at("/ports/0/containerPort").asInt())
                .isEqualTo(configuration.monitoring().port());
        assertThat(deployment
                        .at("/spec/template/metadata/annotations")
                        .get("prometheus.io/port")
                        .asInt())
                .isEqualTo(configuration.monitoring().port());
        assertThat(pod.get("terminationGracePeriodSeconds").asLong()).isGreaterThan(configuration.graceSeconds());
    }

    @Test
    void secretsComeFromASecretThatIsNotHere() {
        assertThat(container.get("env")).allSatisfy(variable -> {
            assertThat(variable.has("value")).isFalse();
            assertThat(variable.at("/valueFrom/secretKeyRef/name").asString()).isEqualTo("signalbox");
            assertThat(RepositoryFiles.text("docs/deploying.md"))
                    .contains("--from-literal="
                            + variable.at("/valueFrom/secretKeyRef/key").asString());
        });
    }

    /** A service called signalbox would otherwise set SIGNALBOX_PORT and more, which the program takes for settings. */
    @Test
    void theServiceSetsNoVariables() {
        assertThat(pod.get("enableServiceLinks").asBoolean()).isFalse();
    }
}

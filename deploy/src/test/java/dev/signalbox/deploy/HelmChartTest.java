package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.server.cli.SignalboxCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the chart makes of its examples. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "Helm's library is for Linux on amd64")
class HelmChartTest {
    private static final Pattern FILE = Pattern.compile("/etc/signalbox/([A-Za-z0-9_./-]+)");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before anything is run
    Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private HelmChart chart;

    @BeforeEach
    void copyTheChart() {
        chart = HelmChart.copiedTo(folder.resolve("signalbox"));
    }

    private HelmManifests rendered(String example) {
        return rendered(example, "");
    }

    private HelmManifests rendered(String example, String replaced) {
        return chart.manifests("signalbox", HelmChart.values(example, replaced));
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "platform-kafka", "everything"})
    void everyManifestIsWhatTheApiTakes(String example) {
        assertThat(rendered(example).all())
                .allSatisfy(manifest -> assertThat(problems(manifest)).isEmpty());
    }

    private static List<String> problems(JsonNode manifest) {
        return switch (manifest.get("kind").asString()) {
            case "ServiceMonitor" -> JsonSchemaFile.named("servicemonitor").problems(manifest);
            case "PrometheusRule" -> JsonSchemaFile.named("prometheus-rules").problems(manifest.get("spec"));
            default -> {
                assertThat(KubernetesModels.read(manifest)).isNotNull();
                yield List.of();
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "platform-kafka", "everything"})
    void helmFindsNothingWrong(String example) throws IOException {
        var result = chart.lint(HelmChart.values(example, ""));

        assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
        assertThat(result.getMessages()).noneMatch(message -> message.contains("WARNING"));
    }

    @Test
    void theExamplesCreateWhatTheySayAndNoMore() {
        assertThat(rendered("minimal").names())
                .containsExactlyInAnyOrder(
                        "ConfigMap signalbox",
                        "ConfigMap signalbox-schema",
                        "Deployment signalbox",
                        "Job signalbox-schema",
                        "NetworkPolicy signalbox",
                        "NetworkPolicy signalbox-schema",
                        "PodDisruptionBudget signalbox",
                        "Service signalbox",
                        "ServiceAccount signalbox");
        assertThat(rendered("everything").names())
                .contains(
                        "ServiceMonitor shop-relay", "PrometheusRule shop-relay", "ServiceAccount shop-relay-account");
    }

    @Test
    void switchesLeaveThingsOut() {
        assertThat(rendered(
                                "minimal",
                                "{ schema: { enabled: false }, networkPolicy: { enabled: false }, serviceAccount: { create: false },"
                                        + " podDisruptionBudget: { enabled: false } }")
                        .names())
                .containsExactlyInAnyOrder("ConfigMap signalbox", "Deployment signalbox", "Service signalbox");
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "platform-kafka", "everything"})
    void theProgramAcceptsTheConfigurationWithTheVariablesOfItsPods(String example) throws IOException {
        HelmManifests manifests = rendered(example);
        for (JsonNode pod : manifests.pods()) {
            Path file = written(pod, manifests.configurationOf(pod));
            List<String> variables = new ArrayList<>();
            pod.at("/containers/0/env")
                    .forEach(variable -> variables.add(variable.get("name").asString()));

            ProgramConfiguration configuration =
                    ProgramConfiguration.load(file.toAbsolutePath().toString(), variables);
            assertThat(configuration.warnings()).isEmpty();
            assertThat(configuration.monitoring().address()).isEqualTo("0.0.0.0");
            assertThat(configuration.monitoring().port()).isEqualTo(8081);
            assertThat(configCheck(file, variables)).endsWith("OK\n");
        }
    }

    /** The configuration, with the files of the pod beside it: the program checks that it can read some of them. */
    private Path written(JsonNode pod, String configuration) throws IOException {
        Path files = folder.resolve("files").toAbsolutePath();
        for (String path : provided(pod)) {
            Files.createDirectories(Objects.requireNonNull(files.resolve(path).getParent()));
            Files.writeString(files.resolve(path), "");
        }
        return Files.writeString(
                files.resolve("signalbox.yaml"), configuration.replace("/etc/signalbox/", files + "/"));
    }

    /** The paths of the files below {@code /etc/signalbox}. */
    private static Set<String> provided(JsonNode pod) {
        Set<String> provided = new TreeSet<>();
        pod.at("/volumes/0/projected/sources").findValues("path").forEach(path -> provided.add(path.asString()));
        return provided;
    }

    /** The command takes placeholders from system properties too, which a test can set. */
    private static String configCheck(Path file, List<String> variables) {
        StringWriter output = new StringWriter();
        variables.forEach(name -> System.setProperty(name, ProgramConfiguration.example(name)));
        try {
            int code = SignalboxCommand.execute(
                    new PrintWriter(output), new PrintWriter(output), "config", "check", "--config", file.toString());
            assertThat(code).as(output.toString()).isZero();
        } finally {
            variables.forEach(System::clearProperty);
        }
        return output.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "platform-kafka", "everything"})
    void everyFileThatTheConfigurationNamesIsInThePods(String example) {
        HelmManifests manifests = rendered(example);
        for (JsonNode pod : manifests.pods()) {
            Set<String> provided = provided(pod);

            assertThat(provided).contains("signalbox.yaml");
            assertThat(provided)
                    .containsAll(FILE.matcher(manifests.configurationOf(pod))
                            .results()
                            .map(file -> file.group(1))
                            .toList());
            assertThat(pod.at("/containers/0/volumeMounts/0/mountPath").asString())
                    .isEqualTo("/etc/signalbox");
        }
    }

    @ParameterizedTest
    @CsvSource({"minimal, 45, 35s", "platform-kafka, 50, 35s", "everything, 75, 60s"})
    void kubernetesWaitsLongerThanTheProgram(String example, long waits, String grace) {
        HelmManifests manifests = rendered(example);
        JsonNode pod = HelmManifests.pod(manifests.deployment());
        String before = pod.at("/containers/0/lifecycle/preStop/exec/command/1").asString("0");

        assertThat(pod.get("terminationGracePeriodSeconds").asLong()).isEqualTo(waits);
        assertThat(waits - Long.parseLong(before)).isGreaterThan(ProgramConfiguration.seconds(grace));
        assertThat(manifests.all().stream()
                        .map(each -> each.at("/data/signalbox.yaml").asString(""))
                        .filter(text -> !text.isEmpty()))
                .hasSize(2)
                .allMatch(text -> text.contains("grace: " + grace + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "platform-kafka", "everything"})
    void allPodsAreAsRestrictedAsTheyCanBe(String example) {
        HelmManifests manifests = rendered(example);
        for (JsonNode pod : manifests.pods()) {
            assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
            assertThat(pod.at("/securityContext/runAsUser").asString() + ":"
                            + pod.at("/securityContext/runAsGroup").asString())
                    .isEqualTo(Dockerfile.read().only("USER"));
            assertThat(pod.at("/securityContext/seccompProfile/type").asString())
                    .isEqualTo("RuntimeDefault");
            assertThat(pod.get("automountServiceAccountToken").asBoolean()).isFalse();
            assertThat(pod.get("enableServiceLinks").asBoolean()).isFalse();
            assertThat(containers(pod)).isNotEmpty().allSatisfy(container -> {
                assertThat(container
                                .at("/securityContext/readOnlyRootFilesystem")
                                .asBoolean())
                        .isTrue();
                assertThat(container
                                .at("/securityContext/allowPrivilegeEscalation")
                                .asBoolean(true))
                        .isFalse();
                assertThat(container.at("/securityContext/capabilities/drop/0").asString())
                        .isEqualTo("ALL");
                assertThat(container.at("/resources/limits/memory").isMissingNode())
                        .isFalse();
            });
        }
    }

    private static List<JsonNode> containers(JsonNode pod) {
        return Stream.concat(
                        pod.path("initContainers").valueStream(),
                        pod.path("containers").valueStream())
                .toList();
    }

    @Test
    void theSchemaIsInstalledFirstByTheRoleThatOwnsIt() {
        HelmManifests manifests = rendered("everything");
        JsonNode job = manifests.job();
        List<JsonNode> before = List.of(
                job, manifests.get("ConfigMap shop-relay-schema"), manifests.get("NetworkPolicy shop-relay-schema"));

        assertThat(before).allSatisfy(manifest -> {
            JsonNode annotations = manifest.at("/metadata/annotations");
            assertThat(annotations.get(HelmChart.HOOK).asString()).isEqualTo("pre-install,pre-upgrade");
            assertThat(annotations.get(HelmChart.HOOK + "-delete-policy").asString())
                    .isEqualTo("before-hook-creation,hook-succeeded");
        });
        assertThat(before.stream()
                        .map(each -> each.at("/metadata/annotations")
                                .get(HelmChart.HOOK + "-weight")
                                .asString()))
                .containsExactly("0", "-5", "-5");
        assertThat(HelmManifests.pod(job).at("/containers/0/args").toString())
                .isEqualTo("[\"schema\",\"install\",\"--config\",\"/etc/signalbox/signalbox.yaml\"]");
        assertThat(secretOf(HelmManifests.pod(job), "SHOP_PASSWORD")).isEqualTo("signalbox-owner/password");
        assertThat(secretOf(HelmManifests.pod(job), "RABBIT_PASSWORD")).isEqualTo("signalbox/rabbit-password");
        assertThat(secretOf(HelmManifests.pod(manifests.deployment()), "SHOP_PASSWORD"))
                .isEqualTo("signalbox/shop-password");
        assertThat(HelmManifests.pod(manifests.deployment()).toString()).doesNotContain("signalbox-owner");
    }

    private static String secretOf(JsonNode pod, String variable) {
        return pod.at("/containers/0/env")
                .valueStream()
                .filter(each -> each.get("name").asString().equals(variable))
                .map(each -> each.at("/valueFrom/secretKeyRef/name").asString() + "/"
                        + each.at("/valueFrom/secretKeyRef/key").asString())
                .collect(Collectors.joining(" and "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "everything"})
    void selectorsMeanTheNodesAndNotTheJob(String example) {
        HelmManifests manifests = rendered(example);
        JsonNode nodes = manifests.deployment().at("/spec/selector/matchLabels");

        assertThat(manifests.deployment().at("/spec/template/metadata/labels").toString())
                .contains(nodes.toString().replaceAll("[{}]", ""));
        for (String place : List.of(
                "Service:/spec/selector",
                "PodDisruptionBudget:/spec/selector/matchLabels",
                "NetworkPolicy:/spec/podSelector/matchLabels")) {
            String[] parts = place.split(":", 2);
            assertThat(manifests.ofKind(parts[0]).stream()
                            .filter(each ->
                                    !each.at("/metadata/name").asString().endsWith("-schema"))
                            .map(each -> each.at(parts[1])))
                    .containsExactly(nodes);
        }
        assertThat(manifests.job().at("/spec/template/metadata/labels")).isNotEqualTo(nodes);
    }

    @ParameterizedTest
    @CsvSource({"annotations, true, false", "serviceMonitor, false, true", "none, false, false"})
    void prometheusFindsThePodsInOneWay(String discovery, boolean annotated, boolean monitored) {
        HelmManifests manifests = rendered("minimal", "metrics: { discovery: " + discovery + " }");
        JsonNode annotations = manifests.deployment().at("/spec/template/metadata/annotations");

        assertThat(annotations.has("prometheus.io/scrape")).isEqualTo(annotated);
        assertThat(manifests.names().contains("ServiceMonitor signalbox")).isEqualTo(monitored);
        assertThat(annotations.path("prometheus.io/port").asString("8081")).isEqualTo("8081");
    }

    @Test
    void theServiceMonitorFindsTheServiceAndItsPort() {
        HelmManifests manifests = rendered("everything");
        JsonNode service = manifests.get("Service shop-relay");
        JsonNode monitor = manifests.get("ServiceMonitor shop-relay");

        monitor.at("/spec/selector/matchLabels")
                .forEachEntry((name, value) ->
                        assertThat(service.at("/metadata/labels").get(name)).isEqualTo(value));
        assertThat(monitor.at("/spec/endpoints/0/port")).isEqualTo(service.at("/spec/ports/0/name"));
        assertThat(service.at("/spec/ports/0/targetPort"))
                .isEqualTo(HelmManifests.pod(manifests.deployment()).at("/containers/0/ports/0/name"));
    }

    @Test
    void alertsSelectTheirInstallationAndNameThePublishedPages() {
        JsonNode rules = rendered("everything").get("PrometheusRule shop-relay").get("spec");
        List<String> expressions = new ArrayList<>();
        rules.findValues("expr").forEach(expression -> expressions.add(expression.asString()));
        List<String> pages = new ArrayList<>();
        rules.findValues("runbook_url").forEach(page -> pages.add(page.asString()));

        assertThat(expressions)
                .hasSameSizeAs(
                        RepositoryFiles.yaml("deploy/prometheus/alerts.yaml").findValues("expr"))
                .allSatisfy(expression -> assertThat(Pattern.compile("[a-z_]\\{")
                                .matcher(expression)
                                .results()
                                .map(MatchResult::group))
                        .hasSameSizeAs(Pattern.compile("\\{namespace=\"apps\", job=\"shop-relay\"")
                                .matcher(expression)
                                .results()
                                .toList()));
        assertThat(pages)
                .hasSameSizeAs(expressions)
                .allMatch(page -> page.startsWith("https://wiki.example.com/signalbox/"));
    }

    @ParameterizedTest
    @CsvSource({
        "minimal, exec deploy/signalbox -- signalbox status\n",
        "everything, signalbox status --url https://localhost:8080 --ca-file /etc/signalbox/tls.crt"
    })
    void theNotesSayHowToLookAtTheNodes(String example, String command) {
        assertThat(chart.notes("signalbox", HelmChart.values(example, "")))
                .contains(command)
                .doesNotContain("NOTE:");
    }

    @Test
    void theNotesWarnOfWhatIsSwitchedOff() {
        assertThat(
                        chart.notes(
                                "signalbox",
                                HelmChart.values(
                                        "minimal",
                                        "{ replicas: 1, schema: { enabled: false }, networkPolicy: { enabled: false }, metrics: { discovery: none } }")))
                .contains(
                        "fewer than two nodes",
                        "without a NetworkPolicy",
                        "schema is not installed",
                        "no alert can fire");
    }
}

package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Which values the chart takes, and what its documentation says about them. */
class HelmValuesTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Za-z.]+)` \\|");
    /** What is below these is the user's own, or is explained in one row. */
    private static final Set<String> WHOLE = Set.of(
            "config",
            "secret.env",
            "ca.database",
            "ca.broker",
            "ca.http",
            "schema.secret.env",
            "resources",
            "metrics.serviceMonitor.labels",
            "metrics.alerts.labels",
            "serviceAccount.annotations",
            "podAnnotations",
            "podLabels",
            "nodeSelector",
            "affinity");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before anything is run
    Path folder;

    private final JsonNode defaults = RepositoryFiles.yaml(HelmChart.FOLDER + "values.yaml");

    @ParameterizedTest
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "Helm's library is for Linux on amd64")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    { replica: 2 }                                              | additional properties 'replica' not allowed
                    { replicas: two }                                           | at '/replicas': got string, want integer
                    { replicas: -1 }                                            | at '/replicas': minimum
                    { config: null }                                            | missing property 'config'
                    { config: { sources: {} } }                                 | at '/config': additional properties 'sources' not allowed
                    { secret: { name: "" } }                                    | at '/secret/name': minLength
                    { secret: { name: Signalbox } }                             | at '/secret/name': 'Signalbox' does not match pattern
                    { secret: { env: { shop-password: key } } }                 | at '/secret/env': additional properties 'shop-password' not allowed
                    { secret: { value: s3cret } }                               | additional properties 'value' not allowed
                    { imagePullSecrets: [{ name: images }] }                    | at '/imagePullSecrets/0': got object, want string
                    { image: { digest: latest } }                               | at '/image/digest'
                    { metrics: { discovery: both } }                            | at '/metrics/discovery': value must be one of 'annotations', 'serviceMonitor', 'none'
                    { networkPolicy: { egress: [{ ports: ["5432"] }] } }        | at '/networkPolicy/egress/0/ports/0': got string, want integer
                    { networkPolicy: { egress: [{ to: [] }] } }                 | missing property 'ports'
                    { networkPolicy: { egress: [{ ports: [1], to: [{ cidr: 10.0.0.0/8 }] }] } } | additional properties 'cidr' not allowed
                    { topologySpread: { hosts: always } }                       | at '/topologySpread/hosts': value must be one of
                    { shutdownGraceSeconds: 35s }                               | at '/shutdownGraceSeconds': got string, want integer
                    { resources: { limits: { memory: lots } } }                 | at '/resources/limits/memory'
                    { networkPolicy: { egress: [] } }                           | networkPolicy.egress: list the ports
                    { config: { signalbox: { server: { monitoring: { port: 9000 } } } } } | config.signalbox.server.monitoring: the chart sets it
                    { config: { signalbox: { server: { address: 0.0.0.0 } } } } | Set api.enabled and api.tlsSecret instead
                    { config: { signalbox: { shutdown: { grace: 1m } } } }      | set shutdownGraceSeconds instead
                    { api: { enabled: true } }                                  | api.tlsSecret: name a Secret
                    { ca: { database: { secret: a, configMap: b } } }           | ca.database: give either secret or configMap
                    { schema: { secret: { env: { A: b } } } }                   | schema.secret.name: name the Secret
                    { metrics: { alerts: { enabled: true } } }                  | needs metrics.discovery: serviceMonitor
                    { metrics: { discovery: serviceMonitor, alerts: { enabled: true } } } | metrics.alerts.runbookBaseUrl: give the address
                    """)
    void badValuesAreRefusedWithTheirPlace(String replaced, String message) {
        HelmChart chart = HelmChart.copiedTo(folder.resolve("signalbox"));

        assertThatThrownBy(() -> chart.manifests("signalbox", HelmChart.values("minimal", replaced)))
                .hasMessageContaining(message);
    }

    @Test
    void theDocumentationNamesEachValueAndNoOther() {
        Set<String> documented = ROW.matcher(RepositoryFiles.text(HelmChart.FOLDER + "README.md"))
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(documented).isEqualTo(paths(defaults, ""));
    }

    @Test
    void theExampleWithEverythingHasEachValue() {
        assertThat(paths(RepositoryFiles.yaml(HelmChart.FOLDER + "examples/everything.yaml"), ""))
                .containsAll(paths(defaults, ""));
    }

    @Test
    void theSchemaKnowsEachValue() {
        assertThat(RepositoryFiles.json(HelmChart.FOLDER + "values.schema.json")
                        .at("/properties")
                        .propertyNames())
                .containsAll(defaults.propertyNames());
    }

    private static Set<String> paths(JsonNode values, String before) {
        Set<String> paths = new TreeSet<>();
        values.forEachEntry((key, value) -> {
            String path = before + key;
            if (value.isObject() && !value.isEmpty() && !WHOLE.contains(path)) {
                paths.addAll(paths(value, path + "."));
            } else {
                paths.add(path);
            }
        });
        return paths;
    }

    @Test
    void theChartIsOfThisVersionOfTheProgram() {
        JsonNode chart = RepositoryFiles.yaml(HelmChart.FOLDER + "Chart.yaml");

        assertThat(chart.get("appVersion"))
                .isEqualTo(RepositoryFiles.yaml("deploy/kubernetes/kustomization.yaml")
                        .at("/images/0/newTag"));
        assertThat(RepositoryFiles.text(HelmChart.FOLDER + "alerts.yaml"))
                .isEqualTo(RepositoryFiles.text("deploy/prometheus/alerts.yaml"));
    }

    /** The script of the init container, with the JVM of the tests instead of that of the image. */
    @Test
    void authoritiesOfYourOwnAreTrustedBesideThePublicOnes() throws Exception {
        Path java = Path.of(System.getProperty("java.home"));
        String certificates = certificate(java, "first") + "# a comment between them\n" + certificate(java, "second");
        Path bundle = Files.writeString(folder.resolve("ca.crt"), certificates);

        // A container that starts again finds what it has written before.
        assertThat(trust(java, bundle).code()).isZero();
        ProcessResult again = trust(java, bundle);

        assertThat(again.code()).as(again.output()).isZero();
        int ofJava = entries(java.resolve("lib/security/cacerts")).size();
        assertThat(ofJava).isPositive();
        assertThat(entries(folder.resolve("cacerts")).size()).isEqualTo(ofJava + 2);
        assertThat(trust(java, Files.writeString(folder.resolve("empty.crt"), ""))
                        .output())
                .contains("no certificate in");
    }

    private ProcessResult trust(Path java, Path bundle) throws Exception {
        return ProcessResult.run(
                folder,
                Map.of("JAVA_HOME", java.toString(), "FROM", bundle.toString(), "TO", folder.toString()),
                "bash",
                "-c",
                RepositoryFiles.text(HelmChart.FOLDER + "files/trust.sh"));
    }

    private String certificate(Path java, String name) throws Exception {
        String keytool = java.resolve("bin/keytool").toString();
        List<String> store = List.of("-alias", name, "-keystore", name + ".p12", "-storepass", "only-an-example");
        ProcessResult made = ProcessResult.run(
                folder,
                Map.of(),
                keytool,
                with(store, "-genkeypair", "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "bc:c"));
        assertThat(made.code()).as(made.output()).isZero();
        return ProcessResult.run(folder, Map.of(), keytool, with(store, "-exportcert", "-rfc"))
                .output();
    }

    private static String[] with(List<String> arguments, String... further) {
        List<String> all = new ArrayList<>(List.of(further));
        all.addAll(arguments);
        return all.toArray(String[]::new);
    }

    private static List<String> entries(Path store) throws Exception {
        KeyStore read = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        return Collections.list(read.aliases());
    }
}

package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PrometheusTest {
    private static final String RULES = "deploy/prometheus/alerts.yaml";
    private static final String DOCS = "https://docs.example.com/signalbox/";
    private static final Pattern SELECTOR = Pattern.compile("[a-z_]+\\{([^}]*)}");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on) \\(([^)]*)\\)");
    private static final Pattern BARE_METRIC = Pattern.compile("\\b(?:signalbox|jvm)_[a-z_]+\\b(?!\\{)");
    private static final Pattern LABEL_IN_TEXT = Pattern.compile("\\$labels\\.([a-z_]+)");
    private static final Pattern MADE = Pattern.compile("label_replace\\(.*?, \"([a-z]+)\"");

    private final JsonNode rules = RepositoryFiles.yaml(RULES);
    private final JsonNode scrape = RepositoryFiles.yaml("deploy/prometheus/prometheus.yaml");

    private List<JsonNode> alerts() {
        List<JsonNode> alerts = new ArrayList<>();
        rules.get("groups").forEach(group -> group.get("rules").forEach(alerts::add));
        return alerts;
    }

    @Test
    void theRulesAndTheScrapeConfigurationFitTheirSchemas() {
        assertThat(JsonSchemaFile.named("prometheus-rules").problems(rules)).isEmpty();
        assertThat(JsonSchemaFile.named("prometheus").problems(scrape)).isEmpty();
    }

    @Test
    void aMisspeltFieldIsRefused() {
        assertThat(JsonSchemaFile.named("prometheus-rules")
                        .problems(RepositoryFiles.misspelt(rules, "\"expr\"", "\"expression\"")))
                .isNotEmpty();
        assertThat(JsonSchemaFile.named("prometheus-rules")
                        .problems(RepositoryFiles.misspelt(rules, "\"for\":\"1m\"", "\"for\":60")))
                .isNotEmpty();
        assertThat(JsonSchemaFile.named("prometheus")
                        .problems(RepositoryFiles.misspelt(scrape, "\"targets\"", "\"target\"")))
                .isNotEmpty();
    }

    @Test
    void everyMetricAndLabelInTheRulesExists() {
        KnownMetrics known = KnownMetrics.ofTheServer();

        assertThat(alerts()).allSatisfy(alert -> {
            PromQl expression = new PromQl(alert.get("expr").asString());
            Set<String> labels = new TreeSet<>(known.labels());
            MADE.matcher(expression.expression()).results().forEach(made -> labels.add(made.group(1)));
            assertThat(expression.metrics()).isNotEmpty().isSubsetOf(known.names());
            assertThat(expression.labels()).isSubsetOf(labels);
        });
    }

    @Test
    void textsNameOnlyLabelsThatTheExpressionKeeps() {
        assertThat(alerts()).allSatisfy(alert -> {
            Set<String> kept = new PromQl(alert.get("expr").asString()).labels();
            Set<String> told = LABEL_IN_TEXT
                    .matcher(alert.get("annotations").toString())
                    .results()
                    .map(label -> label.group(1))
                    .collect(Collectors.toSet());
            // `up` keeps all of its labels.
            assertThat(told.equals(Set.of("instance")) || kept.containsAll(told))
                    .as(alert.get("alert").asString())
                    .isTrue();
        });
    }

    /** Otherwise one installation hides what another one in the same Prometheus lacks, or is alerted for it. */
    @Test
    void everyExpressionTellsInstallationsApart() {
        assertThat(alerts()).allSatisfy(alert -> {
            String expression = alert.get("expr").asString();
            assertThat(SELECTOR.matcher(expression).results().map(found -> found.group(1)))
                    .isNotEmpty()
                    .allMatch(matchers -> matchers.startsWith("job=\"signalbox\""));
            assertThat(GROUPING.matcher(expression).results().map(found -> found.group(1)))
                    .allMatch(labels -> labels.startsWith("namespace, job"));
            assertThat(BARE_METRIC.matcher(expression).results().map(MatchResult::group))
                    .isEmpty();
        });
    }

    @Test
    void everyAlertNamesAPageThatSaysWhatToDo() {
        assertThat(alerts()).extracting(alert -> alert.get("alert").asString()).doesNotHaveDuplicates();
        assertThat(alerts()).allSatisfy(alert -> {
            String[] place = alert.at("/annotations/runbook_url")
                    .asString()
                    .replace(DOCS, "docs/")
                    .split("#", 2);
            assertThat(headings(place[0])).contains(place[1]);
        });
    }

    private static List<String> headings(String page) {
        return RepositoryFiles.text(page)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    @Test
    void prometheusOfTheComposeFileLooksAtSignalboxUnderTheNameOfTheRules() {
        JsonNode job = scrape.at("/scrape_configs/0");

        assertThat(job.get("job_name").asString()).isEqualTo("signalbox");
        assertThat(OpenEndpoints.open()).contains(job.get("metrics_path").asString());
        assertThat(job.at("/static_configs/0/targets/0").asString()).isEqualTo("signalbox:8081");
        assertThat(scrape.at("/rule_files/0").asString()).isEqualTo("/etc/prometheus/alerts.yaml");
    }

    @Test
    void everyAlertIsTried() {
        String tests = RepositoryFiles.text("deploy/prometheus/alerts-test.yaml");

        assertThat(alerts())
                .allSatisfy(
                        alert -> assertThat(tests).contains(alert.get("alert").asString()));
    }

    @Test
    void alertsFireWhenTheyShould() throws Exception {
        Optional<Path> promtool = ProcessResult.find("promtool");
        Assumptions.assumeTrue(promtool.isPresent(), "promtool (package prometheus) is not installed");

        ProcessResult processResult = ProcessResult.run(
                RepositoryFiles.file("deploy/prometheus").toAbsolutePath(),
                Map.of(),
                promtool.orElseThrow().toString(),
                "test",
                "rules",
                "alerts-test.yaml");

        assertThat(processResult.code()).as(processResult.output()).isZero();
    }
}

package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class GrafanaTest {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-z]+)}?");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{([a-z_]+)}}");

    private final JsonNode dashboard = RepositoryFiles.json("deploy/grafana/signalbox.json");

    /** All panels, those in collapsed rows too, without the rows. */
    private List<JsonNode> panels() {
        List<JsonNode> panels = new ArrayList<>();
        dashboard.get("panels").forEach(panel -> {
            if (panel.get("type").asString().equals("row")) {
                panel.get("panels").forEach(panels::add);
            } else {
                panels.add(panel);
            }
        });
        return panels;
    }

    private List<JsonNode> queries() {
        List<JsonNode> queries = new ArrayList<>();
        panels().forEach(panel -> panel.get("targets").forEach(target -> {
            if (target.at("/datasource/type").asString().equals("prometheus")) {
                queries.add(target);
            }
        }));
        return queries;
    }

    @Test
    void theDashboardFitsItsSchema() {
        assertThat(JsonSchemaFile.named("grafana-dashboard").problems(dashboard))
                .isEmpty();
    }

    @Test
    void aMisspeltFieldIsRefused() {
        JsonSchemaFile jsonSchemaFile = JsonSchemaFile.named("grafana-dashboard");

        assertThat(jsonSchemaFile.problems(RepositoryFiles.misspelt(dashboard, "\"gridPos\"", "\"gridpos\"")))
                .isNotEmpty();
        assertThat(jsonSchemaFile.problems(RepositoryFiles.misspelt(dashboard, "\"expr\"", "\"query\"")))
                .isNotEmpty();
    }

    @Test
    void everyMetricAndLabelExists() {
        KnownMetrics known = KnownMetrics.ofTheServer();

        assertThat(queries()).hasSizeGreaterThan(30).allSatisfy(query -> {
            PromQl expression = new PromQl(query.get("expr").asString());
            assertThat(expression.metrics()).isNotEmpty().isSubsetOf(known.names());
            assertThat(expression.labels()).isSubsetOf(known.labels());
            assertThat(expression.labels())
                    .containsAll(LEGEND.matcher(query.get("legendFormat").asString())
                            .results()
                            .map(legend -> legend.group(1))
                            .toList());
        });
    }

    @Test
    void aQueryThatAsksForAnotherMetricWouldBeFound() {
        assertThat(KnownMetrics.ofTheServer().names())
                .contains("signalbox_relay_request_seconds_bucket", "jvm_gc_pause_seconds_sum", "up")
                .doesNotContain("signalbox_relay_request_seconds", "signalbox_relay_failed", "signalbox_relay_dead");
    }

    @Test
    void everyVariableIsThereAndUsed() {
        Set<String> defined = new TreeSet<>();
        dashboard
                .at("/templating/list")
                .forEach(variable -> defined.add(variable.get("name").asString()));
        Set<String> used = new TreeSet<>();
        VARIABLE.matcher(dashboard.toString()).results().forEach(variable -> used.add(variable.group(1)));

        assertThat(defined).contains("instance", "relay");
        assertThat(used).isEqualTo(defined);
    }

    @Test
    void panelsHaveNumbersOfTheirOwnAndLieBesideEachOther() {
        List<Integer> ids = new ArrayList<>();
        Set<List<Integer>> cells = new HashSet<>();
        dashboard.get("panels").forEach(panel -> {
            ids.add(panel.get("id").asInt());
            JsonNode place = panel.get("gridPos");
            assertThat(place.get("x").asInt() + place.get("w").asInt()).isLessThanOrEqualTo(24);
            for (int x = 0; x < place.get("w").asInt(); x++) {
                for (int y = 0; y < place.get("h").asInt(); y++) {
                    assertThat(cells.add(List.of(
                                    place.get("x").asInt() + x, place.get("y").asInt() + y)))
                            .as(panel.get("title").asString())
                            .isTrue();
                }
            }
        });
        panels().forEach(panel -> ids.add(panel.get("id").asInt()));

        assertThat(new HashSet<>(ids))
                .hasSize((int) dashboard.findValues("gridPos").stream().count());
    }

    @Test
    void theComposeFileBringsTheDatasourcesAndPutsTheDashboardWhereItIsLookedFor() {
        JsonNode compose = RepositoryFiles.yaml("deploy/compose.yaml");
        JsonNode sources = RepositoryFiles.yaml("deploy/grafana/provisioning/datasources/signalbox.yaml")
                .get("datasources");
        String folder = RepositoryFiles.yaml("deploy/grafana/provisioning/dashboards/signalbox.yaml")
                .at("/providers/0/options/path")
                .asString();

        assertThat(sources).allSatisfy(source -> {
            String host = source.get("url").asString().replaceAll("http://|:\\d+", "");
            assertThat(compose.get("services").has(host)).as(host).isTrue();
        });
        assertThat(sources).extracting(source -> source.get("type").asString()).containsExactly("prometheus", "loki");
        assertThat(compose.at("/services/grafana/volumes").toString())
                .contains("./grafana/signalbox.json:" + folder + "/signalbox.json:ro");
    }
}

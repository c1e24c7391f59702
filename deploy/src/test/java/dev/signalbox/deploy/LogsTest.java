package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Loki and Alloy have no schema that could be had: what can be told is whether the parts look for each other. */
class LogsTest {
    private final JsonNode compose = RepositoryFiles.yaml("deploy/compose.yaml");
    private final String alloy = RepositoryFiles.text("deploy/alloy/config.alloy");

    @Test
    void alloySendsWhereLokiListens() {
        JsonNode loki = RepositoryFiles.yaml("deploy/loki/loki.yaml");
        int port = loki.at("/server/http_listen_port").asInt();

        assertThat(alloy).contains("\"http://loki:" + port + "/loki/api/v1/push\"");
        assertThat(RepositoryFiles.text("deploy/grafana/provisioning/datasources/signalbox.yaml"))
                .contains("http://loki:" + port);
        assertThat(compose.at("/services/loki/ports/0").asString()).endsWith(":" + port);
        assertThat(compose.at("/services/loki/volumes").toString())
                .contains(":" + loki.at("/common/path_prefix").asString() + "\"");
    }

    @Test
    void alloyTakesTheContainersOfTheProjectThatTheExampleNames() {
        assertThat(RepositoryFiles.text("deploy/example.env")).contains("COMPOSE_PROJECT_NAME=signalbox\n");
        assertThat(alloy).contains("com.docker.compose.project=signalbox");
    }

    @Test
    void whoAsksTheDockerDaemonHasToBeAskedFor() {
        compose.get("services")
                .forEachEntry((name, service) -> assertThat(
                                service.path("volumes").toString().contains("docker.sock") && !service.has("profiles"))
                        .as(name)
                        .isFalse());
    }
}

package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformReadinessTest {
    @Test
    void aNodeIsReadyAsSoonAsAnAdministratorHasMadeTheSchema(@TempDir Path folder) throws Exception {
        String database = PlatformNode.newDatabase();
        PlatformNode.sql(
                database,
                "CREATE ROLE app_without_rights LOGIN PASSWORD 'secret'",
                "REVOKE CREATE ON DATABASE " + database + " FROM PUBLIC");
        try (PlatformNode node = PlatformNode.startAs(folder, database, "app_without_rights")) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> node.get("/health/ready").response().body().contains("signalbox_platform"));
            assertThat(node.isReady()).isFalse();
            PlatformNode.Answer refused = node.post("/api/events", "{'type':'x'}");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(refused.text("detail")).contains("lacks rights on the schema signalbox_platform");

            PlatformNode.sql(database, "CREATE SCHEMA signalbox_platform AUTHORIZATION app_without_rights");

            await().atMost(Duration.ofSeconds(30)).until(node::isReady);
            assertThat(node.post("/api/events", "{'type':'x'}").status()).isEqualTo(201);
        }
    }
}

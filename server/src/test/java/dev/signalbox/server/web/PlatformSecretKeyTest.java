package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformSecretKeyTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private static String key(int seed) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) seed;
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void aNodeWithAnotherKeyOrNoneIsNotReadyAndTakesNoStreams(@TempDir Path folder) throws Exception {
        String database = PlatformNode.newDatabase();
        try (PlatformNode right = PlatformNode.startOn(folder, database, "signalbox.platform.secret-key=" + key(1))) {
            await().atMost(LONG).until(right::isReady);
            await().atMost(LONG).ignoreExceptions().until(() -> PlatformNode.count(database, "signalbox.nodes") == 1);
            try (PlatformNode wrong =
                            PlatformNode.startOn(folder, database, "signalbox.platform.secret-key=" + key(2));
                    PlatformNode without = PlatformNode.startOn(folder, database, "")) {
                await().atMost(LONG).until(() -> readiness(wrong).contains("another key than signalbox.platform"));
                await().atMost(LONG)
                        .until(() -> readiness(without).contains("signalbox.platform.secret-key is not set"));

                assertThat(wrong.isReady()).isFalse();
                assertThat(readiness(wrong)).doesNotContain(key(1), key(2));
                PlatformNode.Answer refused = wrong.post("/api/events", "{'type':'x'}");
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.text("detail")).contains("signalbox.platform.secret-key");
                assertThat(PlatformNode.count(database, "signalbox.nodes")).isEqualTo(1);

                PlatformNode.sql(database, "UPDATE signalbox_platform.secret_key SET value = NULL");

                await().atMost(LONG).until(wrong::isReady);
            }
        }
    }

    private static String readiness(PlatformNode node) throws Exception {
        return node.get("/health/ready").response().body();
    }
}

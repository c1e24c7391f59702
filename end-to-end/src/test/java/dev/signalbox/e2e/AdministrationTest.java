package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdministrationTest extends EndToEndTest {
    private static final String TOKEN = "given-token-0123456789";

    @Test
    void theApiNeedsTheGivenOrTheMadeTokenAndShowsWhoLeadsAndNoSecret() throws IOException {
        Path config = world.flowCatalyst().withLeader().properties();
        Path state = TestFolders.work("state-" + TestFolders.freePort());
        SignalboxProcess leader = world.launch("leader", config, Map.of("SIGNALBOX_ADMIN_TOKEN", TOKEN))
                .awaitReady()
                .awaitLeading();
        SignalboxProcess standby = world.launch("standby", config, Map.of("XDG_STATE_HOME", state.toString()))
                .awaitReady();
        Path file = state.resolve("signalbox/admin-token-" + standby.port());
        String made = Files.readString(file).strip();

        assertGuarded(leader, TOKEN);
        assertGuarded(standby, made);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(standby.log()).contains(file.toString());
        assertThat(leader.get("/api/relays", TOKEN).body())
                .contains("events", "dispatch-jobs", "DELIVERING")
                .doesNotContain(ConfigText.TOKEN, PostgresTestDatabase.PASSWORD);
        assertThat(standby.get("/api/relays", made).body()).contains("STANDBY").doesNotContain("DELIVERING");
    }

    private static void assertGuarded(SignalboxProcess signalboxProcess, String token) {
        for (String path : List.of("/health/live", "/health/ready", "/metrics")) {
            assertThat(signalboxProcess.get(path, "").statusCode()).as(path).isEqualTo(200);
        }
        assertThat(signalboxProcess.get("/api/relays", "").statusCode()).isEqualTo(401);
        assertThat(signalboxProcess.get("/api/relays", token + "x").statusCode())
                .isEqualTo(401);
        assertThat(signalboxProcess.get("/api/relays", token).statusCode()).isEqualTo(200);
        assertThat(signalboxProcess.get("/metrics", "").body()).doesNotContain(token);
        assertThat(signalboxProcess.log()).doesNotContain(token);
    }
}

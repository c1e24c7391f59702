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
    @Test
    void aMadeTokenIsInAFileThatOnlyItsOwnerReads() throws IOException {
        Path state = TestFolders.work("state-" + TestFolders.freePort());
        SignalboxProcess signalboxProcess = world.launch(
                        "made", world.flowCatalyst().properties(), Map.of("XDG_STATE_HOME", state.toString()))
                .awaitReady();
        Path file = state.resolve("signalbox/admin-token-" + signalboxProcess.port());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        String token = Files.readString(file).strip();

        assertGuarded(signalboxProcess, token);
        assertThat(signalboxProcess.log()).contains(file.toString()).doesNotContain(token);
    }

    @Test
    void aGivenTokenIsTheOne() {
        String token = "given-token-0123456789";
        SignalboxProcess signalboxProcess = world.launch(
                        "given", world.flowCatalyst().properties(), Map.of("SIGNALBOX_ADMIN_TOKEN", token))
                .awaitReady();

        assertGuarded(signalboxProcess, token);
        assertThat(signalboxProcess.log()).doesNotContain(token);
    }

    @Test
    void relaysShowWhoLeadsAndNoSecret() {
        String token = "given-token-0123456789";
        Map<String, String> environment = Map.of("SIGNALBOX_ADMIN_TOKEN", token);
        SignalboxProcess leader = world.launch("leader", world.flowCatalyst().properties(), environment)
                .awaitReady()
                .awaitLeading();
        SignalboxProcess standby = world.launch("standby", world.flowCatalyst().properties(), environment)
                .awaitReady();

        assertThat(leader.get("/api/relays", token).body())
                .contains("events", "dispatch-jobs", "DELIVERING")
                .doesNotContain(ConfigText.TOKEN, PostgresTestDatabase.PASSWORD);
        assertThat(standby.get("/api/relays", token).body()).contains("STANDBY").doesNotContain("DELIVERING");
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
    }
}

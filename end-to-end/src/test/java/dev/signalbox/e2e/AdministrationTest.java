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
        Path state = Folders.work("state-" + Folders.freePort());
        Program program = world.launch(
                        "made", world.seedZero().properties(), Map.of("XDG_STATE_HOME", state.toString()))
                .awaitReady();
        Path file = state.resolve("signalbox/admin-token-" + program.port());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        String token = Files.readString(file).strip();

        assertGuarded(program, token);
        assertThat(program.log()).contains(file.toString()).doesNotContain(token);
    }

    @Test
    void aGivenTokenIsTheOne() {
        String token = "given-token-0123456789";
        Program program = world.launch("given", world.seedZero().properties(), Map.of("SIGNALBOX_ADMIN_TOKEN", token))
                .awaitReady();

        assertGuarded(program, token);
        assertThat(program.log()).doesNotContain(token);
    }

    @Test
    void relaysShowWhoLeadsAndNoSecret() {
        String token = "given-token-0123456789";
        Map<String, String> environment = Map.of("SIGNALBOX_ADMIN_TOKEN", token);
        Program leader = world.launch("leader", world.seedZero().properties(), environment)
                .awaitReady()
                .awaitLeading();
        Program standby = world.launch("standby", world.seedZero().properties(), environment)
                .awaitReady();

        assertThat(leader.get("/api/relays", token).body())
                .contains("events", "dispatch-jobs", "DELIVERING")
                .doesNotContain(ConfigText.TOKEN, Outbox.PASSWORD);
        assertThat(standby.get("/api/relays", token).body()).contains("STANDBY").doesNotContain("DELIVERING");
    }

    private static void assertGuarded(Program program, String token) {
        for (String path : List.of("/health/live", "/health/ready", "/metrics")) {
            assertThat(program.get(path, "").statusCode()).as(path).isEqualTo(200);
        }
        assertThat(program.get("/api/relays", "").statusCode()).isEqualTo(401);
        assertThat(program.get("/api/relays", token + "x").statusCode()).isEqualTo(401);
        assertThat(program.get("/api/relays", token).statusCode()).isEqualTo(200);
        assertThat(program.get("/metrics", "").body()).doesNotContain(token);
    }
}

package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.server.program.ExitCode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the archive of a release has beside the program. */
class ArchiveTest {
    private static final ProgramConfiguration EXAMPLE =
            ProgramConfiguration.load("deploy/archive/signalbox.yaml", List.of("SHOP_PASSWORD", "API_TOKEN"));

    @Test
    void theExampleNeedsNoWarning() {
        assertThat(EXAMPLE.warnings()).isEmpty();
    }

    @Test
    void theUnitStartsTheArchivesProgramAndLetsItStop() {
        Map<String, String> unit = RepositoryFiles.text("deploy/archive/signalbox.service")
                .lines()
                .filter(line -> line.matches("[A-Za-z]+=.*"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf('=')), line -> line.substring(line.indexOf('=') + 1)));

        assertThat(unit.get("ExecStart")).startsWith("/opt/signalbox/bin/signalbox serve --config ");
        assertThat(Long.parseLong(unit.get("TimeoutStopSec"))).isGreaterThan(EXAMPLE.graceSeconds());
        assertThat(unit.get("RestartPreventExitStatus")).isEqualTo(String.valueOf(ExitCode.BAD_USAGE.code()));
        assertThat(RepositoryFiles.file("deploy/archive/signalbox")).isExecutable();
    }
}

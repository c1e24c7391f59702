package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The SBOM of the packaged program, and the command that checks it; not the committed list, which changes by itself. */
class AuditTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void theSbomNamesEveryLibraryWithItsHashAndTheListDecides() throws Exception {
        assertThat(audit("org.postgresql:postgresql", "99")).isEqualTo(1);
        assertThat(log()).contains("org.postgresql:postgresql 42.", "CVE-0");
        assertThat(audit("org.example:nothing", "99")).isZero();
        assertThat(audit("org.postgresql:postgresql", "1")).isZero();

        Path dist = TestFolders.root().resolve("target/dist");
        Set<String> named = components(dist.resolve("sbom"));
        try (Stream<Path> jars = Files.list(dist.resolve("lib"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString().replace(".jar", ""))
                            .filter(jar -> !jar.startsWith("signalbox-")))
                    .isNotEmpty()
                    .allMatch(named::contains, "is in the SBOM");
        }
    }

    private static Set<String> components(Path sbom) throws IOException {
        try (Stream<Path> files = Files.list(sbom)) {
            return files.map(file -> JsonMapper.shared().readTree(file.toFile()))
                    .flatMap(bom -> bom.path("components").valueStream())
                    .filter(component -> component.path("hashes").size() > 0)
                    .map(AuditTest::fileName)
                    .collect(Collectors.toSet());
        }
    }

    private static String fileName(JsonNode component) {
        return component.path("name").asString() + "-"
                + component.path("version").asString();
    }

    private int audit(String library, String fixed) throws Exception {
        Path list = Files.writeString(folder.resolve("list.json"), """
                {"date": "2099-01-01", "vulnerabilities": [
                  {"id": "CVE-0", "library": "%s", "affected": [{"fixed": "%s"}]}]}
                """.formatted(library, fixed));
        Process process = Launcher.start(folder.resolve("log"), Map.of(), List.of("audit", "--list", list.toString()));
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }
}

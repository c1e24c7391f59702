package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.files.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The archive of a release, unpacked elsewhere. */
class ReleaseArchiveTest extends EndToEndTest {
    private static final Path FOLDER = TestFolders.ofThisRun("release archive");
    private static Path archive = FOLDER;
    private static Path home = FOLDER;

    @BeforeAll
    static void unpack() throws Exception {
        archive = dist("first");
        run(FOLDER, Map.of(), "tar", "-xzf", archive.toString()).success();
        home = FOLDER.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
    }

    @AfterAll
    static void clear() throws IOException {
        Folders.remove(FOLDER);
    }

    @Test
    void twoArchivesOfTheSameAreEqualAndTheChecksumIsTheirs() throws Exception {
        byte[] content = Files.readAllBytes(archive);
        assertThat(dist("second")).hasBinaryContent(content);

        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        assertThat(archive.resolveSibling(archive.getFileName() + ".sha256"))
                .hasContent(hash + "  " + archive.getFileName());
    }

    @Test
    void itHasAllThatAnInstallationNeedsAndNothingOfTheDemo() throws Exception {
        assertThat(names(home))
                .contains("LICENSE", "README.md", "signalbox.yaml", "signalbox.service", "bin", "lib", "completion");
        assertThat(names(home.resolve("lib")))
                .anyMatch(name -> name.startsWith("signalbox-server-"))
                .noneMatch(name -> name.matches("signalbox-(demo|testkit|benchmarks|example-.*|embedded)-.*"))
                .noneMatch(name -> name.startsWith("kafka_"));
        assertThat(home.resolve("sbom/server.json")).content().contains("org.postgresql");
        assertThat(run(home, Map.of(), "bash", "-c", "source completion/signalbox && complete -p signalbox")
                        .success())
                .contains("signalbox");
    }

    @Test
    void itKnowsItsVersionAndChecksAConfiguration() throws Exception {
        assertThat(run(FOLDER, Map.of(), program(), "--version").success()).startsWith("signalbox " + version());

        Map<String, String> secrets = Map.of("SHOP_PASSWORD", "x-7", "API_TOKEN", "y-8");
        String example = home.resolve("signalbox.yaml").toString();
        assertThat(run(home, secrets, program(), "config", "check", "--config", example)
                        .success())
                .contains("OK");
        assertThat(run(FOLDER, Map.of(), program(), "audit").output()).contains("libraries");
    }

    @Test
    void itDeliversAndSaysWhichBuildItIs() throws Exception {
        world.application().write(3, OutboxWriter.spreadOver(2));
        SignalboxProcess program = world.launchFrom(
                home.resolve("bin/signalbox"), "archive", world.own().properties());
        await().atMost(seconds(30)).until(() -> world.receiver().keptItems() == 3);

        assertThat(program.get("/health/live", "").body()).contains("\"version\":\"" + version() + "\"");
        assertThat(program.metrics()).contains("signalbox_build_info{").contains("version=\"" + version() + "\"");
        assertThat(program.stop()).as(program.log()).isZero();
    }

    @Test
    void withoutJavaItSaysWhatIsMissing() throws Exception {
        Path none = Files.createDirectories(FOLDER.resolve("no-java"));
        ProgramRun run = run(FOLDER, Map.of("JAVA_HOME", none.toString()), program(), "--version");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.output()).contains("Java 25 or newer is needed").hasLineCount(1);
    }

    private static Path dist(String name) throws Exception {
        Path folder = FOLDER.resolve(name);
        ProgramRun.ofLauncher(List.of("dist", "--to", folder.toString())).success();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String version() {
        return archive.getFileName().toString().replaceFirst("signalbox-(.*)\\.tar\\.gz", "$1");
    }

    private static String program() {
        return home.resolve("bin/signalbox").toString();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    private static ProgramRun run(Path folder, Map<String, String> environment, String... command) throws Exception {
        return ProgramRun.of(folder, environment, List.of(command));
    }
}

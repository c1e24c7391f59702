package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageTest {
    private static final Set<String> KNOWN = Set.of(
            "FROM",
            "ARG",
            "WORKDIR",
            "COPY",
            "RUN",
            "LABEL",
            "ENV",
            "USER",
            "EXPOSE",
            "HEALTHCHECK",
            "ENTRYPOINT",
            "CMD");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before anything is run
    Path home;

    private final Dockerfile dockerfile = Dockerfile.read();

    @Test
    void theBuildFileHasOnlyInstructionsThatExistAndImagesWithAVersion() {
        assertThat(dockerfile.instructions()).extracting(i -> i.name()).isSubsetOf(KNOWN);
        assertThat(dockerfile.all("FROM"))
                .hasSize(2)
                .allSatisfy(image -> assertThat(image).matches("[a-z-]+:\\d+\\.\\d+\\.\\d+\\S*( AS build)?"));
    }

    @Test
    void itRunsAsNobodyInParticularAndHasNoSecrets() {
        assertThat(dockerfile.only("USER")).matches("[1-9]\\d+:[1-9]\\d+");
        assertThat(dockerfile.all("ENV")).noneMatch(variable -> variable.matches(".*(PASSWORD|TOKEN|SECRET).*"));
        assertThat(dockerfile.only("CMD")).isEqualTo("[\"serve\", \"--config\", \"/etc/signalbox/signalbox.yaml\"]");
    }

    @Test
    void whatItStartsIsWhatIsAssembled() {
        String assemble = RepositoryFiles.text("deploy/image/assemble");

        assertThat(dockerfile.only("ENTRYPOINT")).isEqualTo("[\"/opt/signalbox/bin/signalbox\"]");
        assertThat(dockerfile.only("HEALTHCHECK")).endsWith("CMD [\"/opt/signalbox/bin/healthcheck\"]");
        assertThat(assemble).contains("deploy/image/signalbox", "deploy/image/healthcheck", "scripts/jvm.sh");
        assertThat(List.of("assemble", "signalbox", "healthcheck"))
                .allSatisfy(script -> assertThat(RepositoryFiles.file("deploy/image/" + script))
                        .isExecutable());
    }

    @Test
    void theHealthCheckSaysWhatTheProgramSays() throws Exception {
        install("healthcheck");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/health/live", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        String used = String.valueOf(server.getAddress().getPort());
        Map<String, String> port = Map.of("SIGNALBOX_SERVER_PORT", used);
        try {
            assertThat(run("healthcheck", port).code()).isZero();
            assertThat(run(
                                    "healthcheck",
                                    Map.of("SIGNALBOX_SERVER_PORT", "9", "SIGNALBOX_SERVER_MONITORING_PORT", used))
                            .code())
                    .isZero();
        } finally {
            server.stop(0);
        }
        assertThat(run("healthcheck", port).code()).isNotZero();
    }

    @Test
    void theHeapIsAShareOfTheContainersMemoryAndTheUserHasTheLastWord() throws Exception {
        install("signalbox");
        Files.writeString(home.resolve("classpath"), "lib/signalbox-server.jar\nlib/other.jar\n");
        Path java = Files.createDirectories(home.resolve("jre/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();

        List<String> arguments = run(
                        "signalbox",
                        Map.of("JAVA_HOME", home.resolve("jre").toString(), "SIGNALBOX_JAVA_OPTS", "-Xmx300m -Xss1m"),
                        "serve",
                        "--config",
                        "a file")
                .lines();

        String lib = home.toRealPath().resolve("lib").toString();
        assertThat(arguments)
                .contains("-XX:MaxRAMPercentage=50", "-XX:+UseSerialGC", "-XX:OnOutOfMemoryError=kill -USR1 %p")
                .doesNotContain("-XX:+ExitOnOutOfMemoryError")
                .filteredOn(argument -> argument.startsWith("-Xmx"))
                .containsExactly("-Xmx300m");
        assertThat(arguments)
                .endsWith(
                        "-Xmx300m",
                        "-Xss1m",
                        "-cp",
                        lib + "/signalbox-server.jar:" + lib + "/other.jar",
                        "dev.signalbox.server.Main",
                        "serve",
                        "--config",
                        "a file");
    }

    private void install(String script) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("scripts"));
        Files.copy(
                RepositoryFiles.file("deploy/image/" + script),
                home.resolve("bin").resolve(script));
        Files.copy(RepositoryFiles.file("scripts/jvm.sh"), home.resolve("scripts/jvm.sh"));
    }

    private ProcessResult run(String script, Map<String, String> environment, String... arguments) throws Exception {
        return ProcessResult.run(
                home, environment, home.resolve("bin").resolve(script).toString(), arguments);
    }
}

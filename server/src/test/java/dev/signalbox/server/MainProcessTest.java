package dev.signalbox.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainProcessTest {
    private static final Pattern TOKEN_FILE = Pattern.compile("the administration token is in ([^\"]+)\"");

    @TempDir
    Path folder;

    @Test
    void aSignalEndsItCleanlyAndTheTokenIsNowhereInItsOutput() throws Exception {
        Process process = start("outbox-processor.enabled=false\n");
        try {
            await().atMost(Duration.ofSeconds(30)).until(() -> output().contains("listens on 127.0.0.1"));
            Matcher where = TOKEN_FILE.matcher(output());
            assertThat(where.find()).isTrue();
            String token = Files.readString(Path.of(where.group(1))).strip();

            process.destroy();

            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(output()).doesNotContain(token).contains("everything is settled or given back");
            assertThat(output().lines()).allMatch(line -> line.startsWith("time="));
        } finally {
            process.destroyForcibly();
        }
    }

    /** The launcher has the JVM send it. */
    @Test
    void theSignalThatItsMemoryRanOutEndsItWithSix() throws Exception {
        Process process = start("outbox-processor.enabled=false\n");
        try {
            await().atMost(Duration.ofSeconds(30)).until(() -> output().contains("listens on 127.0.0.1"));
            new ProcessBuilder("kill", "-USR1", String.valueOf(process.pid())).start();

            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(6);
            assertThat(output()).contains("out of memory: this process ends");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aBadConfigurationEndsItWithTwoBeforeAnythingStarts() throws Exception {
        Process process = start("outbox-processor.enabled=false\nsignalbox.server.prot=1\nsignalbox.node-name=a b\n");
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(2);
            assertThat(output().lines()).hasSize(3).first().asString().endsWith("has 2 errors:");
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(String config) throws IOException {
        Path file = Files.writeString(folder.resolve("application.properties"), config);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path", ""),
                Main.class.getName()));
        command.addAll(List.of("serve", "--port", "0", "--config", file.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().put("HOME", folder.toString());
        builder.environment().remove("XDG_STATE_HOME");
        builder.environment().keySet().removeIf(name -> name.startsWith("SIGNALBOX_"));
        return builder.start();
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output"));
    }
}

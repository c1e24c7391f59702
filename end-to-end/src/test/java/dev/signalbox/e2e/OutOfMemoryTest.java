package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** A program whose memory runs out ends with a code of its own, whichever thread it happens in. */
class OutOfMemoryTest extends EndToEndTest {
    private static final int OUT_OF_MEMORY = 6;

    @Test
    void buffersThatExceedTheHeapEndTheProgramWithSix() throws InterruptedException {
        world.outbox().execute("""
                INSERT INTO %s (id, type, message_group, payload, status, created_at)
                SELECT 'P' || n, 'EVENT', 'g' || n, '"' || repeat('x', 1000000) || '"', 'PENDING', clock_timestamp() AT TIME ZONE 'UTC'
                FROM generate_series(1, 120) n
                """.formatted(PostgresTestDatabase.EVENTS));
        world.receiver().answer(request -> ReceiverReply.acceptAfter(request, Duration.ofSeconds(30)));
        SignalboxProcess program = world.launch(
                "too-small",
                world.own().relay("buffer.bytes", "1000000000").properties(),
                Map.of("SIGNALBOX_JAVA_OPTS", "-Xmx64m"));

        assertThat(program.exitCode(seconds(30))).as(program.log()).isEqualTo(OUT_OF_MEMORY);
    }

    @Test
    void anErrorThatALibrarySwallowsDoesSoToo() throws Exception {
        Path agent = agent(SwallowedOutOfMemory.class);
        Path sign = agent.resolveSibling("fill");
        SignalboxProcess program = world.launch(
                        "swallows",
                        world.own().properties(),
                        Map.of(
                                "SIGNALBOX_JAVA_OPTS",
                                "-Xmx64m -javaagent:" + agent + "=" + sign,
                                "SIGNALBOX_AOT",
                                "off"))
                .awaitReady();
        Files.createFile(sign);

        assertThat(program.exitCode(seconds(30))).as(program.log()).isEqualTo(OUT_OF_MEMORY);
        assertThat(program.log()).contains("out of memory: this process ends");
    }

    /** Only how the test gets its thread into the program. */
    private static Path agent(Class<?> type) throws IOException {
        Path jar = TestFolders.ofThisRun("agent").resolve("agent.jar");
        String file = type.getName().replace('.', '/') + ".class";
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", type.getName());
        Path compiled =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
        try (JarOutputStream entries = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            entries.putNextEntry(new ZipEntry(file));
            entries.write(Files.readAllBytes(compiled.resolve(file)));
        }
        return jar;
    }
}

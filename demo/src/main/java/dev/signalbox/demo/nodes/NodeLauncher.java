package dev.signalbox.demo.nodes;

import dev.signalbox.server.Main;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Starts processes of the real program, with the Java and the class path of this one. They end when it does. */
final class NodeLauncher {
    /** What the start-up cache was made with has to be said again, or the cache is not used. */
    private static final List<String> PASSED_ON = List.of(
            "-XX:AOT",
            "-XX:+UseCompactObjectHeaders",
            "-Xlog:aot",
            "-Xlog:cds",
            "--enable-native-access",
            "--sun-misc-unsafe-memory-access",
            "-Dfile.encoding",
            "-Dstdout.encoding",
            "-Dstderr.encoding");

    /** They start fast and stay small; what a node leaves in its temporary folder when it is killed goes with the run's. */
    private static final List<String> OWN =
            List.of("-Xms32m", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

    private final Path configuration;
    private final Path temporary;
    private final String script;

    NodeLauncher(Path configuration, Path temporary) {
        this.configuration = configuration;
        this.temporary = temporary;
        this.script = script();
    }

    Process start(String name, int port, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "signalbox-demo-" + name));
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> PASSED_ON.stream().anyMatch(argument::startsWith))
                .forEach(command::add);
        command.addAll(OWN);
        command.add("-Djava.io.tmpdir=" + temporary);
        command.addAll(List.of("-cp", System.getProperty("java.class.path", ""), Main.class.getName()));
        command.addAll(List.of("serve", "--config", configuration.toString(), "--port", String.valueOf(port)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // What is set in the environment for another Signalbox doesn't count here.
        builder.environment().keySet().removeIf(NodeLauncher::isSetting);
        builder.environment().put("SIGNALBOX_NODE_NAME", name);
        return builder.start();
    }

    private static boolean isSetting(String variable) {
        return variable.startsWith("OUTBOX_PROCESSOR_")
                || (variable.startsWith("SIGNALBOX_") && !variable.equals("SIGNALBOX_LOG_LEVEL"));
    }

    private static String script() {
        try (InputStream in = Objects.requireNonNull(NodeLauncher.class.getResourceAsStream("node.sh"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("a part of the program cannot be read: node.sh", e);
        }
    }
}

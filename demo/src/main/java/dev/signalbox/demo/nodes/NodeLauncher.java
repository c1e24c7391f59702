package dev.signalbox.demo.nodes;

import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.server.Main;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts node processes with the Java and the class path of this process. They end when it does. */
final class NodeLauncher {
    /** The options that the start-up cache was created with; without them it is not used. */
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

    /** For a fast start and a small heap. */
    private static final List<String> SMALL =
            List.of("-Xms32m", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

    private final Path configuration;
    private final Path temporary;

    NodeLauncher(Path configuration, Path temporary) {
        this.configuration = configuration;
        this.temporary = temporary;
    }

    Process start(String name, int port, Path log) throws IOException {
        List<String> arguments = new ArrayList<>();
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> PASSED_ON.stream().anyMatch(argument::startsWith))
                .forEach(arguments::add);
        arguments.addAll(SMALL);
        arguments.add("-Djava.io.tmpdir=" + temporary);
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path", ""), Main.class.getName()));
        arguments.addAll(List.of("serve", "--config", configuration.toString(), "--port", String.valueOf(port)));
        return ChildCommand.java(name, arguments, log)
                .withEnvironment(variables -> setUp(variables, name))
                .start()
                .process();
    }

    /** Removes settings that are meant for another Signalbox. */
    private static void setUp(Map<String, String> variables, String name) {
        variables.keySet().removeIf(NodeLauncher::isSetting);
        variables.put("SIGNALBOX_NODE_NAME", name);
    }

    private static boolean isSetting(String variable) {
        return variable.startsWith("OUTBOX_PROCESSOR_")
                || (variable.startsWith("SIGNALBOX_") && !variable.equals("SIGNALBOX_LOG_LEVEL"));
    }
}

package dev.signalbox.example.notifications;

import java.nio.file.Path;
import java.util.List;

/** One of the programs as a process of its own. */
final class Program {
    private Program() {}

    static ProcessBuilder command(String name, String... options) {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                name);
        builder.command().addAll(List.of(options));
        return builder;
    }
}

package dev.signalbox.testkit.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs, also where only an administrator's shell looks for them. */
public final class ProgramFinder {
    private ProgramFinder() {}

    public static Optional<Path> find(String program) {
        String path = System.getenv("PATH");
        return Stream.concat(
                        Stream.of((path == null ? "" : path).split(":")), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}

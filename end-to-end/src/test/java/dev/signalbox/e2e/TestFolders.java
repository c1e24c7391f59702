package dev.signalbox.e2e;

import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Paths of the repository, and of the folders that a test run may write to. */
final class TestFolders {
    private TestFolders() {}

    /** The folder of the launcher. */
    static Path root() {
        return Path.of(System.getProperty("signalbox.root", ".."))
                .toAbsolutePath()
                .normalize();
    }

    /** A folder of that name below the build folder, created if necessary. */
    static Path work(String name) {
        try {
            return Files.createDirectories(root().resolve("end-to-end")
                    .resolve("target")
                    .resolve("e2e")
                    .resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A folder without files of earlier runs, for what only this run needs. */
    static Path ofThisRun(String name) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            return Files.createDirectories(
                    temporary.resolve(name + "-" + ProcessHandle.current().pid()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int freePort() {
        try {
            return FreePort.find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

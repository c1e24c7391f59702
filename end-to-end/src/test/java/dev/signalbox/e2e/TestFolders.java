package dev.signalbox.e2e;

import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where things are: the repository, and the folder below target that a test run may write to. */
final class TestFolders {
    private TestFolders() {}

    /** The folder of the launcher. */
    static Path root() {
        return Path.of(System.getProperty("signalbox.root", ".."))
                .toAbsolutePath()
                .normalize();
    }

    /** A folder of that name below the build folder, made if needed. */
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

    /** A folder that no earlier run has left anything in. */
    static Path ofThisRun(String name) {
        return work(name + "-" + ProcessHandle.current().pid());
    }

    static int freePort() {
        try {
            return FreePort.find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.signalbox.embedded.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
    private static final Path LOCKS = Path.of("/proc/locks");

    @TempDir
    private Path parent;

    @Test
    void aRunKeepsItsLockWhenItAndOthersLookForLeftovers() throws IOException {
        assumeTrue(Files.isReadable(LOCKS), "only Linux says who holds which lock");
        try (RunFolder first = RunFolder.createIn(parent);
                RunFolder second = RunFolder.createIn(parent)) {
            assertThat(isLocked(first)).isTrue();
            assertThat(isLocked(second)).isTrue();
        }
    }

    @Test
    void whatADeadRunHasLeftIsRemoved() throws IOException {
        Path dead = Files.createDirectory(parent.resolve(RunFolder.PREFIX + "dead"));
        Files.createFile(dead.resolve(RunFolder.LOCK));
        try (RunFolder _ = RunFolder.createIn(parent)) {
            assertThat(dead).doesNotExist();
        }
    }

    /** Checks as another process would; this process cannot check by requesting the lock. */
    private static boolean isLocked(RunFolder run) throws IOException {
        Object number = Files.getAttribute(run.file(RunFolder.LOCK), "unix:ino");
        return Files.readAllLines(LOCKS).stream()
                .anyMatch(line ->
                        line.contains(" " + ProcessHandle.current().pid() + " ") && line.contains(":" + number + " "));
    }
}

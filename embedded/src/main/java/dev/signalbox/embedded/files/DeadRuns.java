package dev.signalbox.embedded.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Stops the servers and removes the folders that killed runs have left behind. */
final class DeadRuns {
    private static final System.Logger LOG = System.getLogger(DeadRuns.class.getName());
    /** The pid file of PostgreSQL, whose name is fixed, and that of the other servers. */
    private static final List<String> PID_FILES = List.of("postmaster.pid", "server.pid");

    private static final int ORDERLY_SECONDS = 10;
    private static final int KILL_SECONDS = 5;

    private DeadRuns() {}

    /**
     * Searches next to a living run, among the runs of the same user.
     *
     * @param ours the runs of this process, including that run
     */
    static void removeBeside(Path living, Set<Path> ours) throws IOException {
        Path temporary = living.resolveSibling("");
        UserPrincipal me = Files.getOwner(living);
        try (DirectoryStream<Path> runs = Files.newDirectoryStream(temporary, RunFolder.PREFIX + "*")) {
            for (Path run : runs) {
                try {
                    if (!ours.contains(run) && isOf(me, run) && isDead(run)) {
                        server(run.resolve(RunFolder.DATA)).ifPresent(DeadRuns::end);
                        Folders.remove(run);
                    }
                } catch (NoSuchFileException | AccessDeniedException e) {
                    LOG.log(System.Logger.Level.DEBUG, "{0} belongs to another user, or has just been removed", run);
                }
            }
        }
    }

    private static boolean isOf(UserPrincipal user, Path run) throws IOException {
        return Files.isDirectory(run, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(run, LinkOption.NOFOLLOW_LINKS).equals(user);
    }

    /** A living run holds the lock. A run that has just created its folder has no lock file yet, and is left alone. */
    private static boolean isDead(Path run) throws IOException {
        try (FileChannel channel = FileChannel.open(run.resolve(RunFolder.LOCK), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** The process in a pid file, if it is still a server on that folder and not another process that reuses the pid. */
    private static Optional<ProcessHandle> server(Path data) throws IOException {
        for (String name : PID_FILES) {
            Path file = data.resolve(name);
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            if (!lines.isEmpty() && lines.getFirst().strip().matches("[0-9]{1,18}")) {
                return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
                        .filter(process -> isOn(data, process));
            }
        }
        return Optional.empty();
    }

    private static boolean isOn(Path data, ProcessHandle process) {
        return Stream.of(process.info().arguments().orElse(new String[0]))
                .anyMatch(argument -> argument.equals(data.toString()) || argument.startsWith("--datadir=" + data));
    }

    private static void end(ProcessHandle server) {
        server.destroy();
        awaitExit(server, ORDERLY_SECONDS);
        server.destroyForcibly();
        awaitExit(server, KILL_SECONDS);
    }

    private static void awaitExit(ProcessHandle server, int seconds) {
        server.onExit().completeOnTimeout(server, seconds, TimeUnit.SECONDS).join();
    }
}

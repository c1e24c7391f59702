package dev.signalbox.embedded.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The temporary folder of one run. A lock on a file in it shows that the run is alive. */
public final class RunFolder implements AutoCloseable {
    static final String PREFIX = "signalbox-demo-";
    static final String LOCK = "alive";
    static final String DATA = "data";
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final System.Logger LOG = System.getLogger(RunFolder.class.getName());
    /** The pid file of PostgreSQL, whose name is fixed, and that of the other servers. */
    private static final List<String> PID_FILES = List.of("postmaster.pid", "server.pid");

    private static final int ORDERLY_SECONDS = 10;
    private static final int KILL_SECONDS = 5;
    private static final int NAMES = 36 * 36 * 36 * 36;
    private static final int ATTEMPTS = 1000;
    /** The runs of this process. It must not open their lock files: closing a file releases the process's lock on it. */
    private static final Set<Path> LIVING = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel channel;
    private boolean kept;

    private RunFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Creates a private folder in the temporary folder, and removes what dead runs have left there. */
    public static RunFolder create() throws IOException {
        return createIn(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    }

    public static RunFolder createIn(Path parent) throws IOException {
        Path path = make(parent.toRealPath());
        FileChannel channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock();
        if (!lock.isValid()) {
            throw new IOException("cannot lock a file in " + path);
        }
        LIVING.add(path);
        removeDeadRuns(path);
        return new RunFolder(path, channel);
    }

    /** The name is short, because narrow terminals show it. */
    private static Path make(Path parent) throws IOException {
        IOException taken = new IOException("no attempt was made");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path path = parent.resolve(
                    PREFIX + Integer.toString(ThreadLocalRandom.current().nextInt(NAMES), Character.MAX_RADIX));
            try {
                return Files.createDirectory(path, OWNER_ONLY);
            } catch (FileAlreadyExistsException e) {
                taken = e; // another run has it
            }
        }
        throw new IOException("cannot make a folder in " + parent, taken);
    }

    public Path path() {
        return path;
    }

    /** The data folder of a database server. */
    public Path data() {
        return path.resolve(DATA);
    }

    public Path createData() throws IOException {
        return Files.createDirectory(data(), OWNER_ONLY);
    }

    public Path file(String name) {
        return path.resolve(name);
    }

    /** Writes a file in the folder that only its owner can read. */
    public Path write(String name, String text) throws IOException {
        Folders.writePrivate(file(name), text);
        return file(name);
    }

    /** Lets a group traverse the folder to its own files; the group can neither list nor change the rest. */
    public void letThrough(GroupPrincipal group) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        view.setGroup(group);
        view.setPermissions(PosixFilePermissions.fromString("rwx--x---"));
    }

    /** Keeps the folder: its logs may explain a failure. */
    public void keep() {
        kept = true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        LIVING.remove(path);
        if (!kept) {
            Folders.remove(path);
        }
    }

    /** Stops the servers and removes the folders that killed runs of the same user have left beside a living run. */
    private static void removeDeadRuns(Path living) throws IOException {
        Path temporary = living.resolveSibling("");
        UserPrincipal me = Files.getOwner(living);
        try (DirectoryStream<Path> runs = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            for (Path run : runs) {
                try {
                    if (!LIVING.contains(run) && isOf(me, run) && isDead(run)) {
                        server(run.resolve(DATA)).ifPresent(RunFolder::end);
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
        try (FileChannel channel = FileChannel.open(run.resolve(LOCK), StandardOpenOption.WRITE);
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

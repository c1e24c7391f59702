package dev.signalbox.embedded.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** The temporary folder of one run. A lock on a file in it shows that the run is alive. */
public final class RunFolder implements AutoCloseable {
    static final String PREFIX = "signalbox-demo-";
    static final String LOCK = "alive";
    static final String DATA = "data";
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
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

    /**
     * Creates a folder in the temporary folder that only its owner can read, and removes what dead runs have left there.
     */
    public static RunFolder create() throws IOException {
        return createIn(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    }

    /** The same in another existing folder. */
    public static RunFolder createIn(Path parent) throws IOException {
        Path path = make(parent.toRealPath());
        FileChannel channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock();
        if (!lock.isValid()) {
            throw new IOException("cannot lock a file in " + path);
        }
        LIVING.add(path);
        DeadRuns.removeBeside(path, LIVING);
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

    /** Creates the data folder, readable by its owner only. */
    public Path createData() throws IOException {
        return Files.createDirectory(data(), OWNER_ONLY);
    }

    /** A file in the folder. */
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
}

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

/** The temporary folder of one run. A lock on a file in it says that the run is alive. */
public final class RunFolder implements AutoCloseable {
    static final String PREFIX = "signalbox-demo-";
    static final String LOCK = "alive";
    static final String DATA = "data";
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int NAMES = 36 * 36 * 36 * 36;
    private static final int ATTEMPTS = 1000;
    /** Those of this process. It must not open their locks to look at them: a process that closes a file loses its lock on it. */
    private static final Set<Path> LIVING = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel channel;
    private boolean kept;

    private RunFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** A new folder that only its owner can read, in the temporary folder; what dead runs have left there is removed. */
    public static RunFolder create() throws IOException {
        return createIn(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    }

    /** The same in another folder, which exists. */
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

    /** With a short name, because it is shown on narrow terminals. */
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

    /** Where the data of a database server are. */
    public Path data() {
        return path.resolve(DATA);
    }

    /** Makes that folder, for its owner only. */
    public Path createData() throws IOException {
        return Files.createDirectory(data(), OWNER_ONLY);
    }

    /** A file in it. */
    public Path file(String name) {
        return path.resolve(name);
    }

    /** Writes a file in it that only its owner can read. */
    public Path write(String name, String text) throws IOException {
        PrivateFile.write(file(name), text);
        return file(name);
    }

    /** Lets a group pass through to what belongs to it; the group can neither list nor change the rest. */
    public void letThrough(GroupPrincipal group) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        view.setGroup(group);
        view.setPermissions(PosixFilePermissions.fromString("rwx--x---"));
    }

    /** Leaves the folder where it is: its logs may say why something went wrong. */
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

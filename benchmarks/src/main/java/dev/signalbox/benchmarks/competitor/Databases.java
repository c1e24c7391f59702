package dev.signalbox.benchmarks.competitor;

import java.util.List;
import java.util.Optional;

/** All databases of the benchmarks. Add a new one here. */
public final class Databases {
    public static final Database POSTGRESQL = new PostgresConfigurations();

    public static final List<Database> ALL =
            List.of(POSTGRESQL, MySqlConfigurations.MARIADB, MySqlConfigurations.MYSQL);

    private Databases() {}

    public static Optional<Database> byKey(String key) {
        return ALL.stream().filter(database -> database.key().equals(key)).findFirst();
    }

    public static Optional<Database> byUrl(String url) {
        return ALL.stream()
                .filter(database -> url.startsWith(database.urlPrefix()))
                .findFirst();
    }
}

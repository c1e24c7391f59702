package dev.signalbox.demo.database;

import dev.signalbox.embedded.mysql.MySqlBrand;
import dev.signalbox.embedded.mysql.MySqlProgramSearch;
import dev.signalbox.embedded.mysql.MySqlPrograms;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The databases that the demo runs on. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL") {
        @Override
        public Installation find(Map<String, String> environment) {
            return folder -> ShopDatabase.on(PostgresShop.start(folder));
        }
    },
    MARIADB("MariaDB") {
        @Override
        public Installation find(Map<String, String> environment) throws IOException, InterruptedException {
            return installed(MySqlBrand.MARIADB, environment);
        }
    },
    MYSQL("MySQL") {
        @Override
        public Installation find(Map<String, String> environment) throws IOException, InterruptedException {
            return installed(MySqlBrand.MYSQL, environment);
        }
    };

    private final String title;

    DatabaseKind(String title) {
        this.title = title;
    }

    private static Installation installed(MySqlBrand brand, Map<String, String> environment)
            throws IOException, InterruptedException {
        MySqlPrograms programs = MySqlProgramSearch.here(environment).find(brand);
        return folder -> ShopDatabase.on(MySqlShop.start(programs, folder));
    }

    /** Finds a database by its name on the command line. */
    public static Optional<DatabaseKind> named(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.toString().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** All names for the command line. */
    public static List<String> names() {
        return Arrays.stream(values()).map(DatabaseKind::toString).toList();
    }

    /** The display name. */
    public String title() {
        return title;
    }

    /**
     * Finds the server of this database.
     *
     * @throws IOException if there is none; the message lists the searched places and what to do
     */
    public abstract Installation find(Map<String, String> environment) throws IOException, InterruptedException;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

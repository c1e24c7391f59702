package dev.signalbox.postgres.connection;

import dev.signalbox.jdbc.connection.DatabaseConnections;
import dev.signalbox.jdbc.connection.SecretsInUrl;
import dev.signalbox.jdbc.connection.TimeLimits;
import java.util.List;

/**
 * The address, user and pool size of a PostgreSQL database.
 *
 * @param url a URL that begins with {@code jdbc:postgresql:}; its time-outs override {@code limits}
 * @param password may be empty if the server requires none
 * @param poolSize the maximum number of pooled connections
 */
public record PostgresSettings(String url, String username, String password, int poolSize, TimeLimits limits) {
    public static final int DEFAULT_POOL_SIZE = 4;

    private static final String PREFIX = "jdbc:postgresql:";

    public PostgresSettings {
        DatabaseConnections.check("PostgreSQL", url, List.of(PREFIX), username, poolSize, limits);
    }

    /** Settings with the default pool and the default time limits. */
    public static PostgresSettings of(String url, String username, String password) {
        return new PostgresSettings(url, username, password, DEFAULT_POOL_SIZE, TimeLimits.DEFAULTS);
    }

    public PostgresSettings withPoolSize(int size) {
        return new PostgresSettings(url, username, password, size, limits);
    }

    public PostgresSettings withLimits(TimeLimits changed) {
        return new PostgresSettings(url, username, password, poolSize, changed);
    }

    /** The URL without secrets, for logs and errors. */
    public String displayUrl() {
        return SecretsInUrl.masked(url);
    }

    @Override
    public String toString() {
        return "PostgresSettings[url=" + displayUrl() + ", username=" + username + ", password=***, poolSize="
                + poolSize + ", limits=" + limits + "]";
    }
}

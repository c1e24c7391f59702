package dev.signalbox.mysql.connection;

import dev.signalbox.jdbc.connection.DatabaseConnections;
import dev.signalbox.jdbc.connection.SecretsInUrl;
import dev.signalbox.jdbc.connection.TimeLimits;
import java.util.List;

/**
 * The address and credentials of a MySQL or MariaDB database, and the limits of its connections.
 *
 * @param url begins with {@code jdbc:mysql:} or {@code jdbc:mariadb:}, which selects the driver; time-outs in the URL
 *     override {@code limits}
 * @param password may be empty, if the server requires none
 * @param poolSize the maximum number of pooled connections
 */
public record MySqlSettings(String url, String username, String password, int poolSize, TimeLimits limits) {
    public static final int DEFAULT_POOL_SIZE = 4;

    private static final List<String> PREFIXES = List.of("jdbc:mysql:", "jdbc:mariadb:");

    public MySqlSettings {
        DatabaseConnections.check("MySQL", url, PREFIXES, username, poolSize, limits);
    }

    /** Settings with the default pool and the default time limits. */
    public static MySqlSettings of(String url, String username, String password) {
        return new MySqlSettings(url, username, password, DEFAULT_POOL_SIZE, TimeLimits.DEFAULTS);
    }

    public MySqlSettings withPoolSize(int size) {
        return new MySqlSettings(url, username, password, size, limits);
    }

    public MySqlSettings withLimits(TimeLimits changed) {
        return new MySqlSettings(url, username, password, poolSize, changed);
    }

    /** The URL without secrets, for logs and errors. */
    public String displayUrl() {
        return SecretsInUrl.masked(url);
    }

    @Override
    public String toString() {
        return "MySqlSettings[url=" + displayUrl() + ", username=" + username + ", password=***, poolSize=" + poolSize
                + ", limits=" + limits + "]";
    }
}

package dev.signalbox.mysql.connection;

import dev.signalbox.jdbc.connection.TimeLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The session variables of all Signalbox sessions. */
final class SessionVariables {
    private SessionVariables() {}

    static Map<String, String> of(ServerKind server, TimeLimits limits) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("time_zone", "'+00:00'");
        // Invalid values are errors, and quotes and backslashes do not depend on the server's default.
        variables.put("sql_mode", "'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'");
        variables.put("innodb_lock_wait_timeout", seconds(limits.lock()));
        variables.put("sql_safe_updates", "0");
        // A client that stops while it reads a result must not keep its locks for the server's default of a minute.
        variables.put("net_write_timeout", seconds(limits.idleInTransaction()));
        switch (server) {
            case MYSQL ->
                variables.put(
                        "max_execution_time", Long.toString(limits.statement().toMillis()));
            case MARIADB -> {
                variables.put("max_statement_time", seconds(limits.statement()));
                variables.put("idle_transaction_timeout", seconds(limits.idleInTransaction()));
                // Look up a long list of ids by the primary key, instead of joining it as a table.
                variables.put("in_predicate_conversion_threshold", "0");
            }
        }
        return variables;
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, duration.plusMillis(999).toSeconds()));
    }
}

package dev.signalbox.postgres.connection;

import dev.signalbox.jdbc.connection.TimeLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The server parameters of every Signalbox session. */
final class SessionParameters {
    private static final int LONGEST_NAME = 63;

    private SessionParameters() {}

    static Map<String, String> of(String applicationName, TimeLimits limits) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("application_name", shortened(applicationName));
        parameters.put("TimeZone", "UTC");
        // Claims must walk an index in order whatever the statistics say: a plan that changes with the size of the
        // backlog
        // makes a relay slow exactly when the backlog is large.
        parameters.put("enable_seqscan", "off");
        parameters.put("enable_hashjoin", "off");
        parameters.put("enable_mergejoin", "off");
        parameters.put("enable_bitmapscan", "off");
        parameters.put("jit", "off");
        parameters.put("statement_timeout", millis(limits.statement()));
        parameters.put("lock_timeout", millis(limits.lock()));
        parameters.put("idle_in_transaction_session_timeout", millis(limits.idleInTransaction()));
        // The server cancels statements of a dead process early, which releases their locks.
        parameters.put("client_connection_check_interval", "1000");
        return parameters;
    }

    static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
    }
}

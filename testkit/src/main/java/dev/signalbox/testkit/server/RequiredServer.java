package dev.signalbox.testkit.server;

import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.embedded.postgres.LocalPgBouncer;
import dev.signalbox.embedded.rabbitmq.LocalRabbit;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Skips tests that need a server where it is not installed; in CI they fail instead. */
public final class RequiredServer {
    private RequiredServer() {}

    /** @param what is tested, such as {@code the client on MariaDB} */
    public static void mariaDb(String what) {
        check(LocalMySql.isInstalled(), what, "mariadb-server is not installed");
    }

    public static void pgBouncer(String what) {
        check(LocalPgBouncer.isInstalled(), what, "pgbouncer is not installed");
    }

    public static void rabbitMq(String what) {
        Optional<String> missing = LocalRabbit.whyNot();
        check(missing.isEmpty(), what, missing.orElse(""));
    }

    private static void check(boolean installed, String what, String reason) {
        if (installed) {
            return;
        }
        String message = "SKIPPED: " + what + ", because " + reason;
        if ("true".equals(System.getenv("CI"))) {
            Assertions.fail(message);
        }
        System.out.println(message);
        Assumptions.abort(message);
    }
}

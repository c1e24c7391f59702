package dev.signalbox.demo;

import dev.signalbox.testkit.server.LocalMariaDb;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Skips what needs a MariaDB where none is installed, except in CI. */
final class MariaDb {
    private MariaDb() {}

    static void required() {
        if (!LocalMariaDb.isInstalled()) {
            String message = "SKIPPED: the demo on MariaDB, because mariadb-server is not installed";
            if ("true".equals(System.getenv("CI"))) {
                Assertions.fail(message);
            }
            System.out.println(message);
            Assumptions.abort(message);
        }
    }
}

package dev.signalbox.demo;

import dev.signalbox.testkit.server.RequiredServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Runs on an installed MariaDB. */
@Tag("slow")
class MariaDbDemoProcessTest extends DemoProcessContract {
    MariaDbDemoProcessTest() {
        super("mariadb");
    }

    @BeforeAll
    static void requireMariaDb() {
        RequiredServer.mariaDb("the demo on MariaDB");
    }
}

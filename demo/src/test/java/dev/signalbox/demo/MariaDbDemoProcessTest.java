package dev.signalbox.demo;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The same on MariaDB. */
@Tag("slow")
class MariaDbDemoProcessTest extends DemoProcessTest {
    MariaDbDemoProcessTest() {
        super("mariadb");
    }

    @BeforeAll
    static void requireMariaDb() {
        MariaDb.required();
    }
}

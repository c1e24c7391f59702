package dev.signalbox.demo;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** On an installed MariaDB. */
@Tag("slow")
class MariaDbDemoProcessTest extends DemoProcessContract {
    MariaDbDemoProcessTest() {
        super("mariadb");
    }

    @BeforeAll
    static void requireMariaDb() {
        MariaDb.required();
    }
}

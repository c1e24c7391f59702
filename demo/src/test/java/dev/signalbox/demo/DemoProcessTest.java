package dev.signalbox.demo;

import org.junit.jupiter.api.Tag;

/** On the PostgreSQL that the demo brings. */
@Tag("slow")
class DemoProcessTest extends DemoProcessContract {
    DemoProcessTest() {
        super("postgresql");
    }
}

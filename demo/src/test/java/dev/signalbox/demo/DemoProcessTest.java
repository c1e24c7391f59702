package dev.signalbox.demo;

/** On the PostgreSQL that the demo brings. */
class DemoProcessTest extends DemoProcessContract {
    DemoProcessTest() {
        super("postgresql");
    }
}

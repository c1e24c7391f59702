package dev.signalbox.demo.database;

import java.util.Locale;

/** The databases that the demo runs on. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL"),
    MARIADB("MariaDB"),
    MYSQL("MySQL");

    private final String title;

    DatabaseKind(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

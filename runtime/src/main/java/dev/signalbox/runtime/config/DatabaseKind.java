package dev.signalbox.runtime.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The databases that can be worked, each known by how its address begins. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL"),
    MYSQL("MySQL"),
    MARIADB("MariaDB"),
    MONGODB("MongoDB");

    private final String title;

    DatabaseKind(String title) {
        this.title = title;
    }

    static Optional<DatabaseKind> of(String url) {
        return Arrays.stream(values())
                .filter(kind -> kind.beginnings().stream().anyMatch(url::startsWith))
                .findFirst();
    }

    /** As its makers write it. */
    public String title() {
        return title;
    }

    /** Whether it speaks MySQL's language. */
    public boolean isMySql() {
        return this == MYSQL || this == MARIADB;
    }

    /** Whether the two are worked in the same way, so that either name will do. */
    boolean isLike(DatabaseKind other) {
        return this == other || (isMySql() && other.isMySql());
    }

    List<String> beginnings() {
        return switch (this) {
            case POSTGRESQL -> List.of("jdbc:postgresql:");
            case MYSQL -> List.of("jdbc:mysql:");
            case MARIADB -> List.of("jdbc:mariadb:");
            case MONGODB -> List.of("mongodb://", "mongodb+srv://");
        };
    }
}

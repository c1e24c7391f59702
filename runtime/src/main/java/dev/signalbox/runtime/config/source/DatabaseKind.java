package dev.signalbox.runtime.config.source;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The supported databases, each recognised by the beginning of its URL. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL"),
    MYSQL("MySQL"),
    MARIADB("MariaDB"),
    MONGODB("MongoDB");

    private final String title;

    DatabaseKind(String title) {
        this.title = title;
    }

    public static Optional<DatabaseKind> of(String url) {
        return Arrays.stream(values())
                .filter(kind -> kind.beginnings().stream().anyMatch(url::startsWith))
                .findFirst();
    }

    /** The name as its vendor writes it. */
    public String title() {
        return title;
    }

    /** Whether it speaks the MySQL dialect. */
    public boolean isMySql() {
        return this == MYSQL || this == MARIADB;
    }

    /** Whether both are handled the same way, so that either name is accepted. */
    public boolean isLike(DatabaseKind other) {
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

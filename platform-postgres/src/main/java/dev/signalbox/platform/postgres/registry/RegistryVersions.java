package dev.signalbox.platform.postgres.registry;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;

/** Raises the versions of the registry. Call it first in a transaction: changes then wait for each other here. */
final class RegistryVersions {
    /** How many versions of matching are remembered, with the types that they concern. */
    static final int REMEMBERED = 10_000;

    enum Statement {
        BUMP_MATCHING,
        BUMP_SETTINGS,
        RECORD_TYPES,
        FORGET_CHANGES,
        MATCHING,
        CHANGES
    }

    static final NamedStatements<Statement> SQL = SqlFolder.beside(
                    RegistryVersions.class, "matching_version server_bits server_mask")
            .statements("versions.sql", Statement.class);

    private RegistryVersions() {}

    /** What nodes that deliver must reload. */
    record Versions(long matching, long settings) {}

    static Versions bump(Connection connection, boolean matching) throws SQLException {
        return SQL.sql(matching ? Statement.BUMP_MATCHING : Statement.BUMP_SETTINGS)
                .one(
                        connection,
                        Map.of(),
                        row -> new Versions(row.getLong("matching_version"), row.getLong("settings_version")));
    }

    /** Records which types a new version of matching concerns. */
    static void record(Connection connection, Versions versions, Collection<String> types) throws SQLException {
        Map<String, Object> values = Map.of("version", versions.matching(), "types", types.toArray(String[]::new));
        SQL.sql(Statement.RECORD_TYPES).update(connection, values);
        SQL.sql(Statement.FORGET_CHANGES).update(connection, Map.of("version", versions.matching() - REMEMBERED));
    }
}

package dev.signalbox.postgres.lease;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A role that could make Signalbox run its code, because it may create objects in a schema of ours or owns one there.
 *
 * @param object what it owns; null if it may create objects
 */
public record SchemaIntruder(
        String schema, String role, @Nullable String object) {
    private static final String SIDE_SCHEMA = "signalbox";
    private static final Sql INTRUDERS = SqlFolder.sql(SchemaIntruder.class, "intruders.sql");
    private static final String REFUSED = "SB002";

    /** Those of the side schema. */
    public static List<SchemaIntruder> find(Connection connection) throws SQLException {
        return find(connection, SIDE_SCHEMA);
    }

    private static List<SchemaIntruder> find(Connection connection, String schema) throws SQLException {
        return INTRUDERS.list(
                connection,
                Map.of("schema", schema),
                row -> new SchemaIntruder(schema, row.getString("role"), row.getString("object")));
    }

    /** Fails if the side schema has one. */
    static void refuse(Connection connection) throws SQLException {
        refuse(connection, SIDE_SCHEMA);
    }

    /** Fails if the schema has one. */
    public static void refuse(Connection connection, String schema) throws SQLException {
        List<SchemaIntruder> found = find(connection, schema);
        if (!found.isEmpty()) {
            throw new SQLException(
                    "the schema " + schema
                            + " is not used, because other roles could make Signalbox run their code: "
                            + found.stream().map(SchemaIntruder::text).collect(Collectors.joining("; ")),
                    REFUSED);
        }
    }

    /** What the role may do, and how to end that. */
    public String text() {
        return object == null
                ? "the role %s may create objects in it (%s)".formatted(role, remedy().orElseThrow())
                : "the role %s owns %s in it (drop it, or make the owner of the schema its owner)"
                        .formatted(role, object);
    }

    /** The statement that ends the right; empty if an administrator has to decide about the object. */
    public Optional<String> remedy() {
        String grantee = role.equals("PUBLIC") ? role : Quoting.POSTGRESQL.quote(role);
        return object == null
                ? Optional.of("REVOKE CREATE ON SCHEMA " + schema + " FROM " + grantee)
                : Optional.empty();
    }
}

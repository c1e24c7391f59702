package dev.signalbox.postgres.schema;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schema in which a table would be created. */
record TargetSchema(String schema, boolean exists, boolean mayCreate) {
    private static final Sql HOME = SqlFolder.sql(TargetSchema.class, "home.sql");

    static TargetSchema of(Connection connection, TableName table) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schema", table.schema());
        try (PreparedStatement statement = HOME.prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new TargetSchema(row.getString("schema"), row.getBoolean("present"), row.getBoolean("may_create"));
        }
    }

    /** A schema that is not looked at. */
    static TargetSchema unseen(TableName table) {
        return new TargetSchema(table.schema() == null ? "public" : table.schema(), true, true);
    }

    /** The rights that this role lacks to create a table there. */
    List<String> missingRights() {
        if (!exists) {
            return List.of("schema " + schema);
        }
        return mayCreate ? List.of() : List.of("CREATE on schema " + schema);
    }
}

package dev.signalbox.platform.postgres.database;

import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.registry.DispatchMode;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How to deliver, as columns of a row. Subscriptions and direct jobs have the same ones. */
public final class DeliveryRow {
    private DeliveryRow() {}

    public static DeliverySettings read(ResultSet row) throws SQLException {
        return new DeliverySettings(
                DispatchMode.valueOf(row.getString("mode")),
                RowValues.optionalId(row, "dispatch_pool"),
                row.getInt("timeout_seconds"),
                row.getInt("max_retries"),
                row.getInt("sequence"),
                row.getBoolean("data_only"),
                RowValues.optionalId(row, "service_account"));
    }
}

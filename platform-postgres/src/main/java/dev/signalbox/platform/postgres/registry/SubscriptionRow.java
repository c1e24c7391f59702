package dev.signalbox.platform.postgres.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.postgres.database.DeliveryRow;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.postgres.database.TextPairColumn;
import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.registry.EventTypeBinding;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.SubscriptionFields;
import dev.signalbox.platform.registry.SubscriptionFields.SubscriptionStatus;
import dev.signalbox.platform.registry.SubscriptionFields.WhilePaused;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A subscription as a row of its table, with its bindings as arrays. */
final class SubscriptionRow {
    /** The bindings of the subscription s. */
    static final String BINDINGS = """
            ARRAY(SELECT b.event_type FROM signalbox_platform.bindings AS b
                   WHERE b.subscription = s.id ORDER BY b.place) AS binding_event_types,
            ARRAY(SELECT b.type FROM signalbox_platform.bindings AS b
                   WHERE b.subscription = s.id ORDER BY b.place) AS binding_types,
            ARRAY(SELECT b.spec_version FROM signalbox_platform.bindings AS b
                   WHERE b.subscription = s.id ORDER BY b.place) AS binding_versions""";

    private SubscriptionRow() {}

    static Map<String, @Nullable Object> values(Tsid id, SubscriptionFields fields) {
        DeliverySettings delivery = fields.delivery();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id.toLong());
        values.put("client", fields.client());
        values.put("code", fields.code());
        values.put("name", fields.name());
        values.put("description", fields.description());
        values.put("target", fields.target());
        values.put("queue", fields.queue());
        values.put("mode", delivery.mode().name());
        values.put("pool", RowValues.number(delivery.dispatchPoolId()));
        values.put("account", RowValues.number(delivery.serviceAccountId()));
        values.put("timeout", delivery.timeoutSeconds());
        values.put("max_retries", delivery.maxRetries());
        values.put("sequence", delivery.sequence());
        values.put("data_only", delivery.dataOnly());
        values.put("max_age", fields.maxAgeSeconds());
        values.put("delay", fields.delaySeconds());
        values.put("status", fields.status().name());
        values.put("while_paused", fields.whilePaused().name());
        values.put("custom_config", TextPairColumn.write(fields.customConfig()));
        List<EventTypeBinding> bindings = fields.eventTypes();
        values.put(
                "event_types",
                bindings.stream().map(it -> RowValues.number(it.eventTypeId())).toArray(Long[]::new));
        values.put("types", types(fields));
        values.put(
                "spec_versions",
                bindings.stream().map(EventTypeBinding::specVersion).toArray(String[]::new));
        return values;
    }

    static String[] types(SubscriptionFields fields) {
        return fields.eventTypes().stream()
                .map(it -> String.valueOf(it.eventTypeCode()))
                .toArray(String[]::new);
    }

    static Subscription read(ResultSet row) throws SQLException {
        SubscriptionFields fields = new SubscriptionFields(
                row.getString("client"),
                row.getString("code"),
                row.getString("name"),
                row.getString("description"),
                bindings(row),
                row.getString("target"),
                row.getString("queue"),
                DeliveryRow.read(row),
                row.getInt("max_age_seconds"),
                row.getInt("delay_seconds"),
                SubscriptionStatus.valueOf(row.getString("status")),
                WhilePaused.valueOf(row.getString("while_paused")),
                TextPairColumn.read(row.getString("custom_config")));
        return new Subscription(
                RowValues.id(row, "id"),
                fields,
                row.getString("pause_reason"),
                RowValues.time(row, "created_at"),
                RowValues.time(row, "updated_at"));
    }

    private static List<EventTypeBinding> bindings(ResultSet row) throws SQLException {
        @Nullable Long[] ids = (Long[]) row.getArray("binding_event_types").getArray();
        String[] types = (String[]) row.getArray("binding_types").getArray();
        @Nullable
        String[] versions = (String[]) row.getArray("binding_versions").getArray();
        List<EventTypeBinding> bindings = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            Long id = ids[i];
            bindings.add(new EventTypeBinding(id == null ? null : Tsid.from(id), types[i], versions[i]));
        }
        return bindings;
    }
}

package dev.signalbox.spring;

import dev.signalbox.client.HeaderSource;
import dev.signalbox.client.Ids;
import dev.signalbox.client.Layout;
import dev.signalbox.client.Message;
import dev.signalbox.client.Outbox;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Creates an outbox from the settings, and rejects contradictory ones. */
record OutboxFactory(ClientProperties properties) {

    /**
     * Creates the outbox.
     *
     * @param sources further headers
     * @param own generates the ids instead of what the settings say
     */
    Outbox outbox(List<HeaderSource> sources, @Nullable Ids own) {
        Outbox.Builder builder = Outbox.builder(layout());
        if (properties.database() != null) {
            builder.database(properties.database());
        }
        Ids ids = own == null ? ids() : own;
        if (ids != null) {
            builder.ids(ids);
        }
        addLimits(builder);
        addHeaders(builder, sources);
        return builder.build();
    }

    OutboxTable table() {
        return new OutboxTable(properties.layout(), NamedTable.parse(tableName(), properties.database()));
    }

    private String tableName() {
        String table = properties.table();
        return table == null ? properties.layout().defaultTable() : table;
    }

    private Layout layout() {
        Layout layout = blaming("table", tableName(), properties.layout().layout()::table);
        for (Map.Entry<String, String> column : properties.columns().entrySet()) {
            // Environment variables and Spring's canonical names have no underscores.
            String usual = column.getKey().replace('-', '_').replace('.', '_');
            Layout before = layout;
            layout = blaming("columns." + column.getKey(), column.getValue(), actual -> before.column(usual, actual));
        }
        if (properties.pending() != null) {
            layout = blaming("pending", properties.pending(), layout::pending);
        }
        if (properties.type() != null) {
            layout = blaming("type", properties.type(), layout::type);
        }
        return properties.datetime() ? layout.datetime() : layout;
    }

    private @Nullable Ids ids() {
        Integer node = properties.node();
        IdKind kind = properties.ids();
        if (node != null && kind == IdKind.UUID) {
            throw refusal("node", node, "UUIDs need no number of the process. Leave it out, or say ids: tsid");
        }
        if (node != null) {
            return blaming("node", node, Ids::tsid);
        }
        return kind == null ? null : kind == IdKind.TSID ? Ids.tsid() : Ids.uuid();
    }

    private void addLimits(Outbox.Builder builder) {
        DataSize most = properties.maxPayload();
        if (most == null) {
            return;
        }
        if (most.toBytes() < 1 || most.toBytes() > Integer.MAX_VALUE) {
            throw refusal("max-payload", most, "It has to be from 1 byte to " + Integer.MAX_VALUE + " bytes");
        }
        builder.limits(properties.layout().limits().withPayloadBytes((int) most.toBytes()));
    }

    private void addHeaders(Outbox.Builder builder, List<HeaderSource> sources) {
        Map<String, String> fixed = properties.headers();
        if (!fixed.isEmpty()) {
            if (!properties.layout().hasHeaders()) {
                throw refusal("headers", fixed.keySet(), "The layout has no column for them");
            }
            // Checks names and values now instead of with each message; this message is not recorded.
            blaming("headers", fixed, Message.builder("check")::headers);
        }
        boolean traces = properties.traceparent() && properties.layout().hasHeaders();
        List<HeaderSource> asked = sources.stream()
                .filter(source -> traces || !(source instanceof TraceSource))
                .toList();
        if (!fixed.isEmpty() || !asked.isEmpty()) {
            builder.headers(() -> {
                Map<String, String> all = new HashMap<>(fixed);
                asked.forEach(source -> all.putAll(source.headers()));
                return all;
            });
        }
    }

    private static <V, T> T blaming(String key, V value, Function<V, T> step) {
        return InvalidSetting.blaming(ClientProperties.PREFIX + key, value, () -> step.apply(value));
    }

    private static RuntimeException refusal(String key, Object value, String reason) {
        return InvalidSetting.of(ClientProperties.PREFIX + key, value, reason);
    }
}

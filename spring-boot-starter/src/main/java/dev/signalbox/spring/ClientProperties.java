package dev.signalbox.spring;

import dev.signalbox.client.Database;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The settings {@code signalbox.client}.
 *
 * @param enabled Whether there is a TransactionalOutbox.
 * @param layout What the outbox table looks like.
 * @param table The table, or schema.table, if it is not the layout's default. Case-sensitive.
 * @param columns Columns that have another name in the table, by their default name.
 * @param pending The status word of a waiting message, if it is not PENDING.
 * @param type The type of all messages of a table without a column for it, as in the relay, if it is not message.
 * @param datetime Whether the time of a message is a DATETIME on MySQL and MariaDB, instead of a TIMESTAMP.
 * @param database The database, if the driver's product name does not identify it.
 * @param dataSource The name of the DataSource bean, if there are several and it is not the primary one.
 * @param requireTransaction Whether a call without a transaction is refused. Otherwise it gets one of its own.
 * @param transactionManager The name of the bean that starts these transactions, if there are several.
 * @param maxPayload The largest payload. 10,000,000 bytes by default.
 * @param ids The kind of ids. UUIDs for Debezium's table and TSIDs for the others by default.
 * @param node A number from 0 to 65535 that no other process has, which keeps TSIDs of many processes apart.
 * @param headers Headers for messages that do not have them.
 * @param traceparent Whether messages get the current trace as a header, if there is Micrometer Tracing and a column for
 *     headers.
 */
@ConfigurationProperties("signalbox.client")
public record ClientProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("signalbox") LayoutName layout,
        @Nullable String table,
        @DefaultValue Map<String, String> columns,
        @Nullable String pending,
        @Nullable String type,
        @DefaultValue("false") boolean datetime,
        @Nullable Database database,
        @Nullable String dataSource,
        @DefaultValue("true") boolean requireTransaction,
        @Nullable String transactionManager,
        @Nullable DataSize maxPayload,
        @Nullable IdKind ids,
        @Nullable Integer node,
        @DefaultValue Map<String, String> headers,
        @DefaultValue("true") boolean traceparent) {

    static final String PREFIX = "signalbox.client.";

    public ClientProperties {
        columns = Map.copyOf(columns);
        headers = Map.copyOf(headers);
    }
}

package dev.signalbox.spring;

import dev.signalbox.client.Database;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How messages are recorded.
 *
 * @param enabled Whether there is a TransactionalOutbox.
 * @param layout What the outbox table looks like.
 * @param table The table, or schema.table, if it is not the usual one of the layout. Exact to the letter.
 * @param columns Columns that have another name in the table, by their usual name.
 * @param pending The word for a message that waits, if the status column has another one than PENDING.
 * @param datetime Whether the time of a message is a DATETIME on MySQL and MariaDB, and no TIMESTAMP.
 * @param database Which database it is, if the driver's name for it does not tell.
 * @param dataSource The name of the DataSource bean, if there are several and the primary one is not meant.
 * @param requireTransaction Whether a call without a transaction is refused. Otherwise it gets one of its own.
 * @param transactionManager The name of the bean that begins these transactions, if there are several.
 * @param maxPayload The largest payload. 10,000,000 bytes if nothing is said.
 * @param ids What ids look like. UUIDs for Debezium's table and TSIDs for the others, if nothing is said.
 * @param node A number from 0 to 65535 that no other process has, which keeps TSIDs of many processes apart.
 * @param headers Headers that each message gets if it does not have them itself.
 * @param traceparent Whether messages get the current trace as a header, if there is Micrometer Tracing and room for it.
 */
@ConfigurationProperties("signalbox.client")
public record ClientProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("signalbox") LayoutName layout,
        @Nullable String table,
        @DefaultValue Map<String, String> columns,
        @Nullable String pending,
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

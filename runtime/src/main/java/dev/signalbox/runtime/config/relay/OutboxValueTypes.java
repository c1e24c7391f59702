package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.message.Glob;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.routing.Routes.Route;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mongodb.CollectionName;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.InvalidValueException;
import dev.signalbox.runtime.settings.ListEntries;
import dev.signalbox.runtime.settings.ValueType;
import dev.signalbox.runtime.settings.ValueTypes;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The types of values that only relays and logs have. */
public final class OutboxValueTypes {
    static final String TABLE =
            "the name of a table, or schema.table: letters, digits, _, $ and -, each at most 63 long";
    static final String COLLECTION = "the name of a collection: at most 120 bytes without $ and control characters,"
            + " beginning neither with system. nor with " + CollectionName.SIDE_PREFIX;

    private OutboxValueTypes() {}

    static ValueType<Map<Glob, Route>> routes() {
        return ValueType.of(ListEntries.KIND_OF_PROPERTIES, RouteParser.ALLOWED, RouteParser::parse);
    }

    public static ValueType<LogStart> logStart() {
        return ValueType.parsed("start", LogStart.ALLOWED, LogStart::parse);
    }

    public static ValueType<TableName> table() {
        String allowed = TABLE + "; on MongoDB that of a collection";
        return ValueType.parsed(
                "table",
                allowed,
                text -> Optional.of(inSchema(text))
                        .filter(OutboxValueTypes::isTable)
                        .or(() -> CollectionName.problem(text).isPresent()
                                ? Optional.empty()
                                : Optional.of(new TableName(null, text))));
    }

    /** A table name on an SQL database, where collection names are not allowed. */
    public static ValueType<TableName> sqlTable() {
        return ValueType.parsed(
                "table", TABLE, text -> Optional.of(inSchema(text)).filter(OutboxValueTypes::isTable));
    }

    private static TableName inSchema(String text) {
        String[] parts = text.split("\\.", -1);
        return parts.length == 2 ? new TableName(parts[0], parts[1]) : new TableName(null, text);
    }

    /** Whether a table can have this name; collections allow others too. */
    static boolean isTable(TableName table) {
        return (table.schema() == null || ValueTypes.isIdentifier(table.schema()))
                && ValueTypes.isIdentifier(table.table());
    }

    static ValueType<Retention> retention() {
        String allowed = "keep, delete-on-completion, or the time after which completed rows are deleted, such as 7d";
        return ValueType.of("retention", allowed, text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "keep" -> new Retention.Keep();
            case "delete-on-completion" -> new Retention.DeleteOnCompletion();
            case "delete", "delete-after" ->
                throw new InvalidValueException("needs a time: write the time itself, such as 7d");
            default ->
                Durations.parse(text)
                        .filter(time -> time.isPositive() && time.compareTo(Duration.ofDays(3650)) <= 0)
                        .<Retention>map(Retention.DeleteAfter::new)
                        .orElseThrow(() -> new InvalidValueException("must be " + allowed));
        });
    }
}

package dev.signalbox.runtime.config;

import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.routing.Route;
import dev.signalbox.core.routing.TypePattern;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.runtime.settings.BadValue;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Kind;
import dev.signalbox.runtime.settings.Kinds;
import dev.signalbox.runtime.settings.Lists;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** The kinds of values that only relays and logs have. */
final class OutboxKinds {
    static final String TABLE =
            "the name of a table, or schema.table: letters, digits, _, $ and -, each at most 63 long";
    static final String COLLECTION = "the name of a collection: at most 120 bytes without $ and control characters,"
            + " beginning neither with system. nor with " + CollectionName.SIDE_PREFIX;

    private OutboxKinds() {}

    static Kind<Map<TypePattern, Route>> routes() {
        return Kind.of(Lists.KIND_OF_PROPERTIES, RouteParser.ALLOWED, RouteParser::parse);
    }

    static Kind<LogStart> logStart() {
        return Kind.of(
                "start",
                LogStart.ALLOWED,
                text -> LogStart.parse(text).orElseThrow(() -> new BadValue("must be " + LogStart.ALLOWED)));
    }

    static Kind<TableName> table() {
        String allowed = TABLE + "; on MongoDB that of a collection";
        return Kind.of("table", allowed, text -> {
            TableName inSchema = inSchema(text);
            if (isTable(inSchema)) {
                return inSchema;
            }
            if (CollectionName.problem(text).isPresent()) {
                throw new BadValue("must be " + allowed);
            }
            return new TableName(null, text);
        });
    }

    /** A table where there can be no collection. */
    static Kind<TableName> sqlTable() {
        return Kind.of("table", TABLE, text -> {
            TableName table = inSchema(text);
            if (!isTable(table)) {
                throw new BadValue("must be " + TABLE);
            }
            return table;
        });
    }

    private static TableName inSchema(String text) {
        String[] parts = text.split("\\.", -1);
        return parts.length == 2 ? new TableName(parts[0], parts[1]) : new TableName(null, text);
    }

    /** Whether a table can have this name; a collection may have others. */
    static boolean isTable(TableName table) {
        return (table.schema() == null || Kinds.isIdentifier(table.schema())) && Kinds.isIdentifier(table.table());
    }

    static Kind<Retention> retention() {
        String allowed = "keep, delete-on-completion, or the time after which completed rows are deleted, such as 7d";
        return Kind.of("retention", allowed, text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "keep" -> new Retention.Keep();
            case "delete-on-completion" -> new Retention.DeleteOnCompletion();
            case "delete", "delete-after" -> throw new BadValue("needs a time: write the time itself, such as 7d");
            default ->
                Durations.parse(text)
                        .filter(time -> time.isPositive() && time.compareTo(Duration.ofDays(3650)) <= 0)
                        .<Retention>map(Retention.DeleteAfter::new)
                        .orElseThrow(() -> new BadValue("must be " + allowed));
        });
    }
}

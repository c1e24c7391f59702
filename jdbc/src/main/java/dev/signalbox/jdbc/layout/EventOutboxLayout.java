package dev.signalbox.jdbc.layout;

import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The table of the event outbox producer. It has no word for a claimed row and no columns for attempts and errors, but
 * a table of processed events beside it.
 */
record EventOutboxLayout() implements LayoutPreset {
    private static final OutboxLayout.Columns COLUMNS = new OutboxLayout.Columns(
            "event_id",
            "event_type",
            "aggregate_id",
            "payload",
            "status",
            null,
            "created_at",
            "published_at",
            null,
            null);
    private static final OutboxLayout.StatusWords WORDS =
            new OutboxLayout.StatusWords("PENDING", null, "PROCESSED", "FAILED");
    private static final String AGGREGATE_TYPE = "aggregate_type";

    @Override
    public String name() {
        return "event-outbox";
    }

    @Override
    public String description() {
        return "has a table of processed events beside it";
    }

    @Override
    public TableName usualTable() {
        return new TableName(null, "EventOutbox");
    }

    @Override
    public OutboxLayout layout(TableName table) {
        return new OutboxLayout(table, COLUMNS, WORDS).with(HeaderSources.NONE.and("aggregateType", AGGREGATE_TYPE));
    }

    @Override
    public Set<String> recognizedBy() {
        Set<String> columns = new HashSet<>(COLUMNS.byKey().values());
        columns.remove(COLUMNS.createdAt());
        columns.add(AGGREGATE_TYPE);
        return columns;
    }

    /**
     * The producer's document writes EventOutbox. A database that folds names makes it eventoutbox, and a framework
     * that separates words event_outbox.
     */
    @Override
    public List<String> spellings(String name) {
        String separated = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
        return List.of(name, name.toLowerCase(Locale.ROOT), separated);
    }

    /** As the producer's document specifies: unlimited, at a constant interval. */
    @Override
    public RetryPolicy usualRetries(RetryPolicy others) {
        Backoff usual = others.backoff();
        return new RetryPolicy(RetryPolicy.UNLIMITED, new Backoff(usual.initial(), 1, usual.max(), 0));
    }

    @Override
    public Optional<TableName> processedEvents() {
        return Optional.of(new TableName(null, "ProcessedEvent"));
    }
}

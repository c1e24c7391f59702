package dev.signalbox.jdbc.layout;

import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A layout that a configuration can name: everything that is known of such tables before one is seen.
 *
 * <p>What a table cannot have is not listed: it follows from the columns and the states of {@link #layout}.
 */
public interface LayoutPreset {
    /** As it is written in a configuration. */
    String name();

    /** What the table is like, to follow its name in a sentence. */
    String description();

    /** The table if none is named. */
    TableName usualTable();

    /** A table under the names and with the words that are usual for it. */
    OutboxLayout layout(TableName table);

    /** The usual table. */
    default OutboxLayout layout() {
        return layout(usualTable());
    }

    /** The keys of columns that a table has only where they are named. */
    default Set<String> optionalColumns() {
        return Set.of();
    }

    /** The columns by which such a table is recognized, in lower case. */
    default Set<String> recognizedBy() {
        return new HashSet<>(layout().columns().byKey().values());
    }

    /** Other spellings under which a table of this name may exist, with the name itself as the first. */
    default List<String> spellings(String name) {
        return List.of(name);
    }

    /** The claim mode if none is chosen; there is no choice where rows have no mark. */
    default ClaimMode usualHolding() {
        return layout().marks() ? ClaimMode.MARK : ClaimMode.OWN;
    }

    /** The retries if none are configured, where those of other layouts are these. */
    default RetryPolicy usualRetries(RetryPolicy others) {
        return others;
    }

    /** The table of processed events beside it if none is named, where it has one. */
    default Optional<TableName> processedEvents() {
        return Optional.empty();
    }

    /** Whether it is the table that Signalbox makes itself, whose columns, words and retention cannot be chosen. */
    default boolean isOwnTable() {
        return false;
    }

    /** Whether a collection on MongoDB can have it. */
    default boolean isForDocuments() {
        return false;
    }

    /** Whether its rows are the events that operators search and send again through {@code /api/outbox-events}. */
    default boolean hasEventSearch() {
        return false;
    }
}

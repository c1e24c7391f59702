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
 * A layout that a configuration can name, with everything known about such tables before inspection.
 *
 * <p>Features that a table lacks are not listed: they follow from the columns and states of {@link #layout}.
 */
public interface LayoutPreset {
    /** The name in a configuration. */
    String name();

    /** Describes the table; follows its name in a sentence. */
    String description();

    /** The default table. */
    TableName usualTable();

    /** The layout of a table with the default names and status words. */
    OutboxLayout layout(TableName table);

    default OutboxLayout layout() {
        return layout(usualTable());
    }

    /** The keys of columns that a table has only if the configuration names them. */
    default Set<String> optionalColumns() {
        return Set.of();
    }

    /** The columns that identify such a table, in lower case. */
    default Set<String> recognizedBy() {
        return new HashSet<>(layout().columns().byKey().values());
    }

    /** Alternative spellings of the table's name, starting with the name itself. */
    default List<String> spellings(String name) {
        return List.of(name);
    }

    /** The default claim mode; rows without a mark leave no choice. */
    default ClaimMode defaultClaimMode() {
        return layout().marks() ? ClaimMode.MARK : ClaimMode.OWN;
    }

    /** The default retry policy, given that of other layouts. */
    default RetryPolicy usualRetries(RetryPolicy others) {
        return others;
    }

    /** The default table of processed events, if the layout has one. */
    default Optional<TableName> processedEvents() {
        return Optional.empty();
    }

    /** Whether it is the table that Signalbox creates, whose columns, words and retention are fixed. */
    default boolean isOwnTable() {
        return false;
    }

    /** Whether a MongoDB collection can have this layout. */
    default boolean isForDocuments() {
        return false;
    }

    /** Whether operators search its rows and send them again through {@code /api/outbox-events}. */
    default boolean hasEventSearch() {
        return false;
    }
}

package dev.signalbox.jdbc.fault;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.fault.TableFault.Effect;
import dev.signalbox.jdbc.fault.TableFault.Remedy;
import dev.signalbox.jdbc.fault.WrittenValue.Nothing;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compares the columns of an outbox table with what Signalbox writes into them. */
public final class WriteFaults {
    /** The longest error text that Signalbox writes. */
    public static final int LONGEST_REASON = 2_000;

    /** What a number of attempts must be able to reach. */
    private static final int ATTEMPTS = 1_000;

    /** What a check knows of a column. */
    public interface WrittenColumn {
        String name();

        String exactType();

        boolean neverNull();

        /** Whether the database computes its values. */
        boolean computed();

        /** How many characters of text fit; a large number if it is not limited. */
        long room();

        /** The largest number that fits; a large one if it is no number. */
        long largest();

        /** Those of the words that the column cannot hold, or that it would change. */
        List<String> refused(List<String> words);

        /** What kind of column can hold the words, in a sentence. */
        String neededFor(List<String> words);
    }

    /** How a database changes a column. */
    public interface ColumnChanges<C> {
        Remedy toHold(C column, List<String> words);

        Remedy toAllowNull(C column);

        Remedy toUnlimitedText(C column);

        Remedy toLargerNumber(C column);
    }

    private WriteFaults() {}

    /** @param columns by the key in the layout; null if the column is missing, which is no fault here */
    public static <C extends WrittenColumn> List<TableFault> of(
            OutboxLayout layout,
            List<RowWrite> writes,
            Function<String, @Nullable C> columns,
            ColumnChanges<C> changes) {
        List<TableFault> faults = new ArrayList<>();
        Set<String> written = new LinkedHashSet<>();
        writes.forEach(write -> written.addAll(write.values().keySet()));
        for (String key : written) {
            C column = columns.apply(key);
            if (column == null) {
                continue;
            }
            if (column.computed()) {
                faults.add(TableFault.failing(
                        "column %s is computed by the database, and cannot be written; needed is a plain column"
                                .formatted(column.name()),
                        Remedy.none("replace it by a plain column in which the application writes its first state")));
                continue;
            }
            if (key.equals("status") && layout.stateEncoding() instanceof OutboxLayout.StatusWords statusWords) {
                words(statusWords, writes, column, changes, faults);
            }
            nulls(key, writes, column, changes, faults);
            if (key.equals("retry_count") && column.largest() < ATTEMPTS) {
                faults.add(new TableFault(
                        "column %s is of type %s, and attempts after %d cannot be counted; needed is smallint or larger"
                                .formatted(column.name(), column.exactType(), column.largest()),
                        Effect.DETAIL_LOST,
                        changes.toLargerNumber(column)));
            }
            if (key.equals("error_message") && column.room() < LONGEST_REASON) {
                faults.add(new TableFault(
                        "column %s is of type %s, and error texts of up to %d characters are cut to %d; needed is text"
                                .formatted(column.name(), column.exactType(), LONGEST_REASON, column.room()),
                        Effect.DETAIL_LOST,
                        changes.toUnlimitedText(column)));
            }
        }
        return faults;
    }

    private static <C extends WrittenColumn> void words(
            OutboxLayout.StatusWords statusWords,
            List<RowWrite> writes,
            C column,
            ColumnChanges<C> changes,
            List<TableFault> faults) {
        Set<String> needed = new LinkedHashSet<>(List.of(statusWords.pending()));
        writes.forEach(write -> needed.addAll(write.words()));
        List<String> words = statusWords.all().stream().filter(needed::contains).toList();
        List<String> refused = column.refused(words);
        if (refused.isEmpty()) {
            return;
        }
        boolean noneWaits = refused.contains(statusWords.pending());
        faults.add(new TableFault(
                "column %s is of type %s, which cannot hold %s; needed is %s"
                        .formatted(
                                column.name(),
                                column.exactType(),
                                TableFault.enumerate(refused),
                                column.neededFor(words)),
                noneWaits ? Effect.NOTHING_DELIVERED : Effect.WRITE_FAILS,
                changes.toHold(column, refused)));
    }

    private static <C extends WrittenColumn> void nulls(
            String key, List<RowWrite> writes, C column, ColumnChanges<C> changes, List<TableFault> faults) {
        if (!column.neverNull()) {
            return;
        }
        List<String> emptied = writes.stream()
                .filter(write -> write.values().get(key) instanceof Nothing)
                .map(RowWrite::message)
                .toList();
        if (!emptied.isEmpty()) {
            faults.add(TableFault.failing(
                    "column %s is NOT NULL, and NULL is written for %s; needed is a column that may be NULL"
                            .formatted(column.name(), TableFault.enumerate(emptied)),
                    changes.toAllowNull(column)));
        }
    }

    /**
     * The columns beside Signalbox's own that an inserted row must have.
     *
     * @param table the table that rows are inserted into
     * @param required those that are NOT NULL and that the database does not fill
     */
    public static List<TableFault> ofInserts(String table, Map<String, Remedy> required) {
        List<TableFault> faults = new ArrayList<>();
        required.forEach((column, remedy) -> faults.add(TableFault.failing(
                "column %s of %s is NOT NULL without a default, and Signalbox inserts rows without it; needed is a default"
                        .formatted(column, table),
                remedy)));
        return faults;
    }
}

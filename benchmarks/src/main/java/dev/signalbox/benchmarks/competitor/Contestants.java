package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.ScriptedTable;
import dev.signalbox.core.source.Holding;
import java.util.List;

/** Everyone there is. */
public final class Contestants {
    /** Signalbox, in all its ways. A new way is added here. */
    public static final List<Contestant> ALL =
            List.of(new OnSeedTable(Holding.MARK, 0.8), new OnSeedTable(Holding.OWN, 1.8), new OnOwnTable());

    private Contestants() {}

    /** The loop that marks every row twice. */
    public static Competitor claimAndComplete() {
        return new ClaimAndComplete();
    }

    /** The loop that writes least, on a table that has no more than it needs. */
    public static Competitor deleteReturning() {
        return new DeleteReturning(ScriptedTable.PLAIN, "delete.sql");
    }
}

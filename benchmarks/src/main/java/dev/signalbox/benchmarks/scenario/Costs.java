package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.database.Activity;
import dev.signalbox.benchmarks.database.Reads;
import dev.signalbox.benchmarks.database.Work;
import dev.signalbox.benchmarks.report.Figure;
import java.util.Map;

/** What a message cost. */
final class Costs {
    private Costs() {}

    static void put(Map<Figure, Double> figures, Work work, Activity activity, long messages) {
        put(figures, work, messages);
        double count = messages;
        figures.put(Figure.TRANSACTIONS, activity.transactions() / count);
        figures.put(Figure.WAL_BYTES, work.walBytes() / count);
        figures.put(Figure.INSERTED, activity.inserted() / count);
        figures.put(Figure.UPDATED, activity.updated() / count);
        if (activity.hasHotUpdates()) {
            figures.put(Figure.HOT_UPDATED, activity.hotUpdated() / count);
        }
        figures.put(Figure.DELETED, activity.deleted() / count);
    }

    static void put(Map<Figure, Double> figures, Reads reads) {
        figures.put(Figure.LOG_READS, (double) reads.statements());
        figures.put(Figure.LOG_ROWS, (double) reads.rows());
    }

    /** Only what those who write messages have no part in. */
    static void put(Map<Figure, Double> figures, Work work, long messages) {
        double count = messages;
        if (work.countsStatements()) {
            figures.put(Figure.STATEMENTS, work.statements() / count);
            figures.put(Figure.TRANSACTION_CONTROL, work.control() / count);
        }
        figures.put(Figure.CPU_MICROS, work.cpuNanos() / 1e3 / count);
    }
}

package dev.signalbox.testkit.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;

/**
 * What a node of a test works with.
 *
 * @param fencedTable writes into a table behind the fence that goes with the coordinator
 * @param connections closed after the coordinator
 */
public record NodeComponents(Coordinator coordinator, FencedTable fencedTable, Connections connections) {
    /** What the node connects by. */
    public interface Connections extends AutoCloseable {
        @Override
        void close();
    }

    /** A table {@code ledger} whose rows name their writers; it has one row that everybody may change. */
    public interface FencedTable {
        /** Adds a row, and returns false if the owner is fenced. */
        boolean add(Incarnation owner) throws Exception;

        /** Writes the owner's name into the row that everybody may change; false if the owner is fenced. */
        boolean sign(Incarnation owner) throws Exception;
    }
}

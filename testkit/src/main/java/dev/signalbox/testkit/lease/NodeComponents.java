package dev.signalbox.testkit.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;

/** The components of a node under test; its connections are closed after the coordinator. */
public record NodeComponents(Coordinator coordinator, FencedTable fencedTable, Connections connections) {
    /** The node's connections. */
    public interface Connections extends AutoCloseable {
        @Override
        void close();
    }

    /** A table {@code ledger} whose rows name their writers; every node may change its one common row. */
    public interface FencedTable {
        /** Adds a row, and returns false if the owner is fenced. */
        boolean add(Incarnation owner) throws Exception;

        /** Writes the owner's name into the common row; false if the owner is fenced. */
        boolean sign(Incarnation owner) throws Exception;
    }
}

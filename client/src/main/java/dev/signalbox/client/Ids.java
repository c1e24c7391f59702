package dev.signalbox.client;

import com.github.f4b6a3.tsid.TsidFactory;

/** Generates ascending ids for messages: {@code String id = Ids.tsid().next()}. Thread-safe. */
@FunctionalInterface
public interface Ids {
    /** The number of node numbers for {@link #tsid(int)}. */
    int NODES = 1 << IdSeries.NODE_BITS;

    String next();

    /**
     * Ids of 13 characters (TSIDs), one series for the whole process. The process chooses one of {@value #NODES} node
     * numbers at random when it starts; if many processes write, {@link #tsid(int)} and {@link #uuid()} are safer.
     */
    static Ids tsid() {
        return IdSeries.TSID;
    }

    /** TSIDs of a process with its own node number: from 0, below {@value #NODES}. Create one for the whole process. */
    static Ids tsid(int node) {
        if (node < 0 || node >= NODES) {
            throw new IllegalArgumentException("node " + node + " is not from 0 to " + (NODES - 1));
        }
        TsidFactory factory = IdSeries.factory(node);
        return () -> factory.create().toString();
    }

    /** UUIDs of version 7, unique across processes. */
    static Ids uuid() {
        return IdSeries.UUID_V7;
    }
}

package dev.signalbox.client;

import com.github.f4b6a3.tsid.TsidFactory;

/**
 * Makes ids for messages, each greater than the one before: {@code String id = Ids.tsid().next()}. Safe for use by many
 * threads.
 */
@FunctionalInterface
public interface Ids {
    /** How many numbers there are for {@link #tsid(int)}. */
    int NODES = 1 << IdSeries.NODE_BITS;

    String next();

    /**
     * Ids of 13 characters (TSIDs), one series for all of this process. Which of {@value #NODES} kinds of ids the process
     * makes is drawn by lot when it starts; where many processes write, {@link #tsid(int)} and {@link #uuid()} are safer.
     */
    static Ids tsid() {
        return IdSeries.TSID;
    }

    /** TSIDs of a process that has a number of its own: from 0, below {@value #NODES}. Make one for the whole process. */
    static Ids tsid(int node) {
        if (node < 0 || node >= NODES) {
            throw new IllegalArgumentException("node " + node + " is not from 0 to " + (NODES - 1));
        }
        TsidFactory factory = IdSeries.factory(node);
        return () -> factory.create().toString();
    }

    /** UUIDs of version 7, as many other tables want them; no two processes make the same. */
    static Ids uuid() {
        return IdSeries.UUID_V7;
    }
}

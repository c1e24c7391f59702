package dev.signalbox.postgres.outbox;

import org.jspecify.annotations.Nullable;

/** Where the next claim goes on among the groups, so that each gets its turn. */
final class Rotation {
    private @Nullable String resume;
    private boolean nothingThisLap;
    private boolean looseFirst;

    /** The group after which to go on; null at the start of a lap. */
    synchronized @Nullable String resume() {
        return resume;
    }

    /** Changes with every call: rows without a group, and groups, take turns at going first. */
    synchronized boolean looseFirst() {
        looseFirst = !looseFirst;
        return looseFirst;
    }

    /** The scan stopped behind this group; there may be more groups behind it. */
    synchronized void stoppedAt(@Nullable String group, boolean found) {
        nothingThisLap = (resume == null || nothingThisLap) && !found;
        if (group != null) {
            resume = group;
        }
    }

    /**
     * The scan has come to the last group.
     *
     * @return whether it may be worth it to begin another lap at once
     */
    synchronized boolean cameToTheEnd(boolean found) {
        boolean wholeLap = resume == null;
        boolean again = !wholeLap && (found || !nothingThisLap);
        resume = null;
        nothingThisLap = true;
        return again;
    }
}

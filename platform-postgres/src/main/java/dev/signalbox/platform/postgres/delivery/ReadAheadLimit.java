package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.source.OutletDemand.OutletRoom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Limits how many rows are read and not handed out. If there is no room for a read, what can't go now is forgotten, and read
 * again later: first of closed streams, then of those whose rows wait for a time.
 *
 * @param ofStream the most of one stream that are read before some of it can go
 * @param inAll the most of all streams, besides those that come back after they were handed out
 * @param ofRead the most that one read brings
 */
record ReadAheadLimit(int ofStream, int inAll, int ofRead) {
    static final ReadAheadLimit DEFAULT = new ReadAheadLimit(10_000, 200_000, 4_096);

    /** A forgotten stream is looked at again after this time, whatever its rows wait for: others may be behind them. */
    private static final long LONGEST_REST = Duration.ofSeconds(10).toMillis();

    /** Once rows are forgotten, so much of the room becomes free that it doesn't happen at each read. */
    private static final int FREED = 4;

    /** Whether more may be read of a stream in which not enough rows can go. */
    boolean mayReadOn(StreamState stream, OutletRoom waiting) {
        int rows = stream.buffer.rows();
        return rows < ofStream || rows - stream.buffer.behindWaiting(waiting) < ofStream;
    }

    /** Makes it so. */
    void makeRoom(ClaimableStreams ring, StreamState stream, OutletRoom waiting) {
        if (stream.buffer.rows() >= ofStream) {
            stream.buffer.shorten(waiting);
            ring.update(stream);
        }
    }

    /** How many rows the next read may bring. */
    int room(ClaimableStreams ring, long now) {
        if (ring.rows() + ofRead > inAll) {
            int target = inAll - Math.max(ofRead, inAll / FREED);
            ring.closed().forEach(stream -> forget(ring, stream, target, now));
            for (StreamState stream : waiting(ring)) {
                long due = stream.buffer.nextTime();
                if (forget(ring, stream, target, now)) {
                    stream.restsUntil = Math.min(due, now + LONGEST_REST);
                    ring.update(stream);
                }
            }
        }
        return Math.max(0, inAll - ring.rows());
    }

    /** Those with most rows first. */
    private static List<StreamState> waiting(ClaimableStreams ring) {
        List<StreamState> waiting = new ArrayList<>();
        for (StreamState stream : ring.all()) {
            boolean waits = stream.inFlight == 0 && stream.buffer.ready() == 0 && !stream.buffer.hasStanding();
            if (waits && stream.buffer.nextTime() < Long.MAX_VALUE) {
                waiting.add(stream);
            }
        }
        waiting.sort(Comparator.comparingInt((StreamState stream) -> stream.buffer.rows())
                .reversed());
        return waiting;
    }

    private static boolean forget(ClaimableStreams ring, StreamState stream, int target, long now) {
        boolean tooMany = ring.rows() > target && stream.buffer.rows() > 0;
        if (tooMany) {
            stream.turnedUp(stream.buffer.first(), now);
            ring.update(stream);
        }
        return tooMany;
    }
}

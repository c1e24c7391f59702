package dev.signalbox.platform.postgres.delivery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read of one stream.
 *
 * @param most so many rows are read
 * @param kept so many of them are kept; those behind them are read again
 * @param holds whether groups of the stream may be held
 * @param group the only group that is wanted, because its rows were forgotten; null if all are
 */
record StreamRead(
        StreamState stream,
        long after,
        int most,
        int kept,
        boolean holds,
        @Nullable String group) {
    static StreamRead all(StreamState stream, int most, boolean holds) {
        return new StreamRead(stream, stream.position, most, most, holds, null);
    }

    /**
     * What the next read asks for.
     *
     * @param snapshot that of the last read; null if there was none
     * @param scan whether to look for all streams that have rows
     */
    record ReadPlan(@Nullable String snapshot, boolean scan, List<StreamRead> reads) {}

    /** A row of a stream, and whether its group is held. */
    record FoundRow(QueueRow row, boolean held) {}

    /** A stream that got rows, the place of the first one, and when that was accepted. */
    record NewsOfStream(long stream, long position, long acceptedAt) {}

    /**
     * The result of one read.
     *
     * @param at the database's time, in milliseconds
     * @param news by transaction and stream
     * @param streams those that have rows, if they were looked for
     * @param rows those of each read, in the order of the plan
     */
    record ReadResult(
            String snapshot, long at, List<NewsOfStream> news, List<Long> streams, List<List<FoundRow>> rows) {}
}

package dev.signalbox.core.log.exactlyonce;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.DeferredGroupRead;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.log.ReadResult;
import dev.signalbox.core.log.RecordResult;
import dev.signalbox.core.log.ReplayRequest;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.function.BiConsumer;

/** A log that reports when its progress is opened. */
record OpenNotifyingLog(EventLog log, BiConsumer<Incarnation, OpenResult.Opened> onOpened) implements EventLog {
    @Override
    public OpenResult open(Incarnation owner) throws SourceException {
        OpenResult openResult = log.open(owner);
        if (openResult instanceof OpenResult.Opened opened) {
            onOpened.accept(owner, opened);
        }
        return openResult;
    }

    @Override
    public ReadResult read(Incarnation owner, ProgressVersion progressVersion, ReadPosition readPosition, Limits limits)
            throws SourceException {
        return log.read(owner, progressVersion, readPosition, limits);
    }

    @Override
    public ReadResult fetch(
            Incarnation owner,
            ProgressVersion progressVersion,
            ReadPosition readPosition,
            List<DeferredGroupRead> deferredGroupReads,
            Limits limits)
            throws SourceException {
        return log.fetch(owner, progressVersion, readPosition, deferredGroupReads, limits);
    }

    @Override
    public RecordResult record(Incarnation owner, ProgressUpdate progressUpdate) throws SourceException {
        return log.record(owner, progressUpdate);
    }

    @Override
    public List<ReplayRequest> replays(Incarnation owner) throws SourceException {
        return log.replays(owner);
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<Long> positions) throws SourceException {
        return log.markInFlight(owner, positions);
    }

    @Override
    public boolean owns(Incarnation owner) throws SourceException {
        return log.owns(owner);
    }

    @Override
    public void leave(Incarnation owner) throws SourceException {
        log.leave(owner);
    }

    @Override
    public void close() {
        log.close();
    }
}

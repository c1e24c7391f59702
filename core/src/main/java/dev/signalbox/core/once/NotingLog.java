package dev.signalbox.core.once;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.Opening;
import dev.signalbox.core.log.Progress;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.Reading;
import dev.signalbox.core.log.Recording;
import dev.signalbox.core.log.Replay;
import dev.signalbox.core.log.Version;
import dev.signalbox.core.log.Wanted;
import dev.signalbox.core.source.SourceException;
import java.util.List;
import java.util.function.BiConsumer;

/** A log that tells when its progress is opened. */
record NotingLog(EventLog log, BiConsumer<Incarnation, Opening.Opened> onOpened) implements EventLog {
    @Override
    public Opening open(Incarnation owner) throws SourceException {
        Opening opening = log.open(owner);
        if (opening instanceof Opening.Opened opened) {
            onOpened.accept(owner, opened);
        }
        return opening;
    }

    @Override
    public Reading read(Incarnation owner, Version version, Reach reach, Limits limits) throws SourceException {
        return log.read(owner, version, reach, limits);
    }

    @Override
    public Reading fetch(Incarnation owner, Version version, Reach reach, List<Wanted> wanted, Limits limits)
            throws SourceException {
        return log.fetch(owner, version, reach, wanted, limits);
    }

    @Override
    public Recording record(Incarnation owner, Progress progress) throws SourceException {
        return log.record(owner, progress);
    }

    @Override
    public List<Replay> replays(Incarnation owner) throws SourceException {
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

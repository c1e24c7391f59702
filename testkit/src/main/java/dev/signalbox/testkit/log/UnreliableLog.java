package dev.signalbox.testkit.log;

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
import java.util.random.RandomGenerator;

/**
 * A log behind a bad connection: calls are lost, or their answers are. Other things happen while the main line is read.
 */
final class UnreliableLog implements EventLog {
    private final EventLog log;
    private final RandomGenerator random;
    private boolean steady;
    private Runnable meanwhile = () -> {};

    UnreliableLog(EventLog log, RandomGenerator random) {
        this.log = log;
        this.random = random;
    }

    void steady() {
        steady = true;
    }

    /** What may happen while the main line is read: before the log is read, or after. */
    void meanwhile(Runnable action) {
        meanwhile = action;
    }

    private interface LogCall<T> {
        T run() throws SourceException;
    }

    private <T> T shake(LogCall<T> logCall) throws SourceException {
        int dice = steady ? 2 : random.nextInt(20);
        if (dice == 0) {
            throw new SourceException("the call was lost");
        }
        T answer = logCall.run();
        if (dice == 1) {
            throw new SourceException("the answer was lost");
        }
        return answer;
    }

    @Override
    public OpenResult open(Incarnation owner) throws SourceException {
        return shake(() -> log.open(owner));
    }

    @Override
    public ReadResult read(Incarnation owner, ProgressVersion progressVersion, ReadPosition readPosition, Limits limits)
            throws SourceException {
        return shake(() -> {
            int dice = random.nextInt(6);
            if (dice == 0) {
                meanwhile.run();
            }
            ReadResult read = log.read(owner, progressVersion, readPosition, limits);
            if (dice == 1) {
                meanwhile.run();
            }
            return read;
        });
    }

    @Override
    public ReadResult fetch(
            Incarnation owner,
            ProgressVersion progressVersion,
            ReadPosition readPosition,
            List<DeferredGroupRead> deferredGroupReads,
            Limits limits)
            throws SourceException {
        return shake(() -> log.fetch(owner, progressVersion, readPosition, deferredGroupReads, limits));
    }

    @Override
    public RecordResult record(Incarnation owner, ProgressUpdate progressUpdate) throws SourceException {
        return shake(() -> log.record(owner, progressUpdate));
    }

    @Override
    public List<ReplayRequest> replays(Incarnation owner) throws SourceException {
        return shake(() -> log.replays(owner));
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<Long> positions) throws SourceException {
        return shake(() -> log.markInFlight(owner, positions));
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

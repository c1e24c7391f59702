package dev.signalbox.testkit.log;

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
import java.util.random.RandomGenerator;

/**
 * A log behind a bad connection: calls do not get there, or their answers do not come back. While the main line is read,
 * other things happen.
 */
final class ShakyLog implements EventLog {
    private final EventLog log;
    private final RandomGenerator random;
    private boolean steady;
    private Runnable meanwhile = () -> {};

    ShakyLog(EventLog log, RandomGenerator random) {
        this.log = log;
        this.random = random;
    }

    void steady() {
        steady = true;
    }

    /** What may happen while the main line is read: before the log is looked at, or after. */
    void meanwhile(Runnable action) {
        meanwhile = action;
    }

    private interface Call<T> {
        T run() throws SourceException;
    }

    private <T> T shake(Call<T> call) throws SourceException {
        int dice = steady ? 2 : random.nextInt(20);
        if (dice == 0) {
            throw new SourceException("the call was lost");
        }
        T answer = call.run();
        if (dice == 1) {
            throw new SourceException("the answer was lost");
        }
        return answer;
    }

    @Override
    public Opening open(Incarnation owner) throws SourceException {
        return shake(() -> log.open(owner));
    }

    @Override
    public Reading read(Incarnation owner, Version version, Reach reach, Limits limits) throws SourceException {
        return shake(() -> {
            int dice = random.nextInt(6);
            if (dice == 0) {
                meanwhile.run();
            }
            Reading read = log.read(owner, version, reach, limits);
            if (dice == 1) {
                meanwhile.run();
            }
            return read;
        });
    }

    @Override
    public Reading fetch(Incarnation owner, Version version, Reach reach, List<Wanted> wanted, Limits limits)
            throws SourceException {
        return shake(() -> log.fetch(owner, version, reach, wanted, limits));
    }

    @Override
    public Recording record(Incarnation owner, Progress progress) throws SourceException {
        return shake(() -> log.record(owner, progress));
    }

    @Override
    public List<Replay> replays(Incarnation owner) throws SourceException {
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

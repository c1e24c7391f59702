package dev.signalbox.runtime.relays;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.config.LogConfig;
import dev.signalbox.runtime.config.LogStart;
import dev.signalbox.runtime.office.DeadLetterView;
import dev.signalbox.runtime.office.LogOffice;
import dev.signalbox.runtime.office.PublisherView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A log whose database has not been reached, or lacks something: its pairs are known, and nothing else of it. */
record StartingLog(LogConfig config, DatabaseWatch watch) implements LogOffice {
    @Override
    public List<Pair> pairs() {
        return config.pairs().stream()
                .map(pair -> new Pair(pair.log(), pair.topic(), pair.publisher().name()))
                .toList();
    }

    @Override
    public String missing() {
        String trouble = watch.trouble();
        return "Log %s is not followed yet: %s"
                .formatted(config.name(), trouble == null ? "it is about to begin" : trouble);
    }

    @Override
    public List<PublisherView> views(List<Pair> wanted) {
        return wanted.stream()
                .map(pair -> PublisherView.unknown(pair, missing()))
                .toList();
    }

    @Override
    public List<PublisherView.Leadership> leaders(List<Pair> wanted) throws SourceException {
        throw tooEarly();
    }

    @Override
    public List<PublisherView.Backoff> backoffs(List<Pair> wanted) throws SourceException {
        throw tooEarly();
    }

    @Override
    public void pause(String by, Pair pair) throws SourceException {
        throw tooEarly();
    }

    @Override
    public void resume(String by, Pair pair) throws SourceException {
        throw tooEarly();
    }

    @Override
    public void reset(String by, Pair pair, @Nullable LogStart from) throws SourceException {
        throw tooEarly();
    }

    @Override
    public List<DeadLetterView> deadLetters(Pair pair, long after, int limit) throws SourceException {
        throw tooEarly();
    }

    @Override
    public boolean replay(String by, Pair pair, long position) throws SourceException {
        throw tooEarly();
    }

    private SourceException tooEarly() {
        return new SourceException(missing());
    }
}

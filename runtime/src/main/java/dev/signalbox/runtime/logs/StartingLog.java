package dev.signalbox.runtime.logs;

import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.admin.DeadLetterView;
import dev.signalbox.runtime.admin.FeedView;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.database.DatabaseMonitor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A log whose database has not been reached, or lacks something. Only its feeds are known. */
public record StartingLog(LogConfig config, DatabaseMonitor watch) implements LogAdmin {
    @Override
    public List<FeedId> feeds() {
        return config.feeds().stream()
                .map(feed ->
                        new FeedId(feed.log(), feed.topic(), feed.publisher().name()))
                .toList();
    }

    @Override
    public String missing() {
        String trouble = watch.trouble();
        return "Log %s is not followed yet: %s"
                .formatted(config.name(), trouble == null ? "it is about to begin" : trouble);
    }

    @Override
    public List<FeedView> views(List<FeedId> wanted) {
        return wanted.stream()
                .map(feedId -> FeedView.unknown(feedId, missing()))
                .toList();
    }

    @Override
    public List<FeedView.Leadership> leaders(List<FeedId> wanted) throws SourceException {
        throw tooEarly();
    }

    @Override
    public List<FeedView.PollBackoff> backoffs(List<FeedId> wanted) throws SourceException {
        throw tooEarly();
    }

    @Override
    public void pause(String by, FeedId feedId) throws SourceException {
        throw tooEarly();
    }

    @Override
    public void resume(String by, FeedId feedId) throws SourceException {
        throw tooEarly();
    }

    @Override
    public void reset(String by, FeedId feedId, @Nullable LogStart from) throws SourceException {
        throw tooEarly();
    }

    @Override
    public List<DeadLetterView> deadLetters(FeedId feedId, long after, int limit) throws SourceException {
        throw tooEarly();
    }

    @Override
    public boolean replay(String by, FeedId feedId, long position) throws SourceException {
        throw tooEarly();
    }

    private SourceException tooEarly() {
        return new SourceException(missing());
    }
}

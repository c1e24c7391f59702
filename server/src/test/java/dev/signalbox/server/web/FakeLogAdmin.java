package dev.signalbox.server.web;

import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.admin.DeadLetterView;
import dev.signalbox.runtime.admin.FeedView;
import dev.signalbox.runtime.admin.LogAdmin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A log admin that records the calls. */
final class FakeLogAdmin implements LogAdmin {
    private final List<FeedId> feeds;
    private final Set<FeedId> paused = new HashSet<>();
    final List<String> actions = new ArrayList<>();
    final TreeMap<Long, DeadLetterView> letters = new TreeMap<>();
    boolean away;

    @Nullable
    String missing;

    FakeLogAdmin(FeedId... feedIds) {
        this.feeds = List.of(feedIds);
    }

    @Override
    public List<FeedId> feeds() {
        return feeds;
    }

    @Override
    public @Nullable String missing() {
        return missing;
    }

    @Override
    public List<FeedView> views(List<FeedId> wanted) {
        return wanted.stream().map(this::view).toList();
    }

    private FeedView view(FeedId feedId) {
        if (away) {
            return FeedView.unknown(feedId, "the database is away");
        }
        return new FeedView(
                feedId,
                paused.contains(feedId) ? FeedView.Status.PAUSED : FeedView.Status.ACTIVE,
                42L,
                7L,
                false,
                0,
                null,
                Instant.parse("2026-01-01T00:00:00Z"),
                "node-1",
                1L,
                (long) letters.size(),
                new FeedView.OldestTransaction(4711, null, 12.5, "psql", "app", "idle in transaction"),
                null);
    }

    @Override
    public List<FeedView.Leadership> leaders(List<FeedId> wanted) throws SourceException {
        answer();
        Instant since = Instant.parse("2026-01-01T00:00:00Z");
        return wanted.stream()
                .map(feedId -> new FeedView.Leadership(feedId, "node-1", since, null, true))
                .toList();
    }

    @Override
    public List<FeedView.PollBackoff> backoffs(List<FeedId> wanted) {
        return wanted.stream()
                .map(feedId -> new FeedView.PollBackoff(feedId, 5, true, 4000))
                .toList();
    }

    @Override
    public void pause(String by, FeedId feedId) throws SourceException {
        answer();
        paused.add(feedId);
        actions.add("pause " + feedId.topic() + " by " + by);
    }

    @Override
    public void resume(String by, FeedId feedId) throws SourceException {
        answer();
        paused.remove(feedId);
        actions.add("resume " + feedId.topic());
    }

    @Override
    public void reset(String by, FeedId feedId, @Nullable LogStart from) throws SourceException {
        answer();
        actions.add("reset " + feedId.topic() + " " + from);
    }

    @Override
    public List<DeadLetterView> deadLetters(FeedId feedId, long after, int limit) {
        Collection<DeadLetterView> behind = letters.tailMap(after, false).values();
        return behind.stream().limit(limit).toList();
    }

    @Override
    public boolean replay(String by, FeedId feedId, long position) {
        return letters.remove(position) != null;
    }

    private void answer() throws SourceException {
        if (away) {
            throw new SourceException("the database is away");
        }
    }
}

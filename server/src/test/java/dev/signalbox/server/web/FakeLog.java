package dev.signalbox.server.web;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.config.LogStart;
import dev.signalbox.runtime.office.DeadLetterView;
import dev.signalbox.runtime.office.LogOffice;
import dev.signalbox.runtime.office.PublisherView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A log that remembers what was done to it. */
final class FakeLog implements LogOffice {
    private final List<Pair> pairs;
    private final Set<Pair> paused = new HashSet<>();
    final List<String> actions = new ArrayList<>();
    final TreeMap<Long, DeadLetterView> letters = new TreeMap<>();
    boolean away;

    @Nullable
    String missing;

    FakeLog(Pair... pairs) {
        this.pairs = List.of(pairs);
    }

    @Override
    public List<Pair> pairs() {
        return pairs;
    }

    @Override
    public @Nullable String missing() {
        return missing;
    }

    @Override
    public List<PublisherView> views(List<Pair> wanted) {
        return wanted.stream().map(this::view).toList();
    }

    private PublisherView view(Pair pair) {
        if (away) {
            return PublisherView.unknown(pair, "the database is away");
        }
        return new PublisherView(
                pair,
                paused.contains(pair) ? PublisherView.Status.PAUSED : PublisherView.Status.ACTIVE,
                42L,
                7L,
                false,
                0,
                null,
                Instant.parse("2026-01-01T00:00:00Z"),
                "node-1",
                1L,
                (long) letters.size(),
                new PublisherView.Horizon(4711, null, 12.5, "psql", "app", "idle in transaction"),
                null);
    }

    @Override
    public List<PublisherView.Leadership> leaders(List<Pair> wanted) throws SourceException {
        answer();
        Instant since = Instant.parse("2026-01-01T00:00:00Z");
        return wanted.stream()
                .map(pair -> new PublisherView.Leadership(pair, "node-1", since, null, true))
                .toList();
    }

    @Override
    public List<PublisherView.Backoff> backoffs(List<Pair> wanted) {
        return wanted.stream()
                .map(pair -> new PublisherView.Backoff(pair, 5, true, 4000))
                .toList();
    }

    @Override
    public void pause(String by, Pair pair) throws SourceException {
        answer();
        paused.add(pair);
        actions.add("pause " + pair.topic() + " by " + by);
    }

    @Override
    public void resume(String by, Pair pair) throws SourceException {
        answer();
        paused.remove(pair);
        actions.add("resume " + pair.topic());
    }

    @Override
    public void reset(String by, Pair pair, @Nullable LogStart from) throws SourceException {
        answer();
        actions.add("reset " + pair.topic() + " " + from);
    }

    @Override
    public List<DeadLetterView> deadLetters(Pair pair, long after, int limit) {
        Collection<DeadLetterView> behind = letters.tailMap(after, false).values();
        return behind.stream().limit(limit).toList();
    }

    @Override
    public boolean replay(String by, Pair pair, long position) {
        return letters.remove(position) != null;
    }

    private void answer() throws SourceException {
        if (away) {
            throw new SourceException("the database is away");
        }
    }
}

package dev.signalbox.runtime.logs;

import dev.signalbox.core.admin.OutboxAdmin.Backlog;
import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.postgres.log.FeedKey;
import dev.signalbox.postgres.log.HorizonHolder;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.postgres.log.PostgresLogAdmin;
import dev.signalbox.runtime.admin.DeadLetterView;
import dev.signalbox.runtime.admin.FeedView;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.config.log.FeedConfig;
import dev.signalbox.runtime.database.FailureText;
import dev.signalbox.runtime.metrics.RelayMonitor;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The admin of a log that this node follows. */
public final class RunningLog implements LogAdmin {
    private static final System.Logger LOG = System.getLogger(RunningLog.class.getName());
    /** A transaction that is open for longer is reported. */
    private static final Duration LONG = Duration.ofSeconds(10);
    /** The class of SQL states that persist until an operator fixes the cause: tables, columns, rights. */
    private static final String LASTING = "42";

    private final LogOnNode logOnNode;
    private final PostgresLog log;
    private final PostgresLogAdmin admin;
    private final Map<FeedId, RunningFeed> feeds;
    private final Optional<PartitionMaintenance> upkeep;
    private final Runnable notifyOtherNodes;
    /** Why the log cannot be followed, null if it can. An unreachable database is not a problem of the log. */
    private volatile @Nullable String fault;

    /** A feed with its relay, sink and monitor. */
    public record RunningFeed(FeedConfig config, Relay relay, Sink sink, RelayMonitor monitor) {
        FeedId feedId() {
            return new FeedId(config.log(), config.topic(), config.publisher().name());
        }
    }

    /**
     * Identifies the log and this node.
     *
     * @param table the name of the events table, the same on all nodes
     */
    record LogOnNode(String name, String table, String node) {}

    /**
     * @param upkeep the partition maintenance, for a log of the layout {@code signalbox-log}
     * @param notifyOtherNodes wakes all nodes
     */
    RunningLog(
            LogOnNode logOnNode,
            PostgresLog log,
            List<RunningFeed> running,
            Optional<PartitionMaintenance> upkeep,
            Runnable notifyOtherNodes) {
        this.logOnNode = logOnNode;
        this.log = log;
        this.upkeep = upkeep;
        this.admin = log.admin();
        this.feeds = running.stream()
                .collect(Collectors.toMap(
                        RunningFeed::feedId, Function.identity(), (one, _) -> one, java.util.LinkedHashMap::new));
        this.notifyOtherNodes = notifyOtherNodes;
    }

    public String table() {
        return logOnNode.table();
    }

    /** Inspects whether the log can be followed. Logs a problem once, not with every inspection. */
    void inspect() {
        try {
            log.check();
            fault = null;
        } catch (SourceException e) {
            String reason = FailureText.of(e);
            if (!reason.equals(fault)) {
                LOG.log(Level.WARNING, "log {0}: {1}", logOnNode.name(), reason);
            }
            fault = lasts(e) ? reason : fault;
        }
    }

    private static boolean lasts(SourceException e) {
        return !(e.getCause() instanceof SQLException cause)
                || String.valueOf(cause.getSQLState()).startsWith(LASTING);
    }

    public Optional<PartitionMaintenance> upkeep() {
        return upkeep;
    }

    public List<RunningFeed> running() {
        return List.copyOf(feeds.values());
    }

    @Override
    public List<FeedId> feeds() {
        return List.copyOf(feeds.keySet());
    }

    @Override
    public @Nullable String missing() {
        return null;
    }

    private RunningFeed running(FeedId feedId) {
        return Objects.requireNonNull(feeds.get(feedId), () -> "no feed " + feedId);
    }

    private static FeedKey key(FeedId feedId) {
        return new FeedKey(feedId.topic(), feedId.publisher());
    }

    private Map<FeedKey, PostgresLogAdmin.FeedStatus> statuses() throws SourceException {
        return admin.statuses().stream()
                .collect(Collectors.toMap(PostgresLogAdmin.FeedStatus::feed, Function.identity()));
    }

    @Override
    public List<FeedView> views(List<FeedId> wanted) {
        try {
            Map<FeedKey, PostgresLogAdmin.FeedStatus> statuses = statuses();
            return wanted.stream()
                    .map(feedId -> view(feedId, statuses.get(key(feedId))))
                    .toList();
        } catch (SourceException e) {
            String problem = FailureText.of(e);
            return wanted.stream()
                    .map(feedId -> FeedView.unknown(feedId, problem))
                    .toList();
        }
    }

    private FeedView view(FeedId feedId, PostgresLogAdmin.@Nullable FeedStatus feedStatus) {
        if (feedStatus == null) {
            return FeedView.unknown(
                    feedId, running(feedId).monitor().failure().orElse("no node has begun with it yet"));
        }
        PostgresLogAdmin.FeedLag feedLag = lag(feedId);
        return new FeedView(
                feedId,
                known(feedStatus.status()),
                feedStatus.lastPosition(),
                feedLag == null ? null : feedLag.events(),
                feedLag == null ? null : feedLag.atLeast(),
                feedStatus.errorCount(),
                feedStatus.lastError(),
                feedStatus.lastPublishedAt(),
                feedStatus.leader(),
                feedStatus.deferred(),
                feedStatus.deadLetters(),
                horizon(),
                known(feedStatus.status()) == null ? misunderstood(feedStatus) : problem(running(feedId)));
    }

    /** Null for an unknown status, because users may write the row too. */
    private static FeedView.@Nullable Status known(String status) {
        return Stream.of(FeedView.Status.values())
                .filter(it -> it.name().equals(status))
                .findFirst()
                .orElse(null);
    }

    private static String misunderstood(PostgresLogAdmin.FeedStatus feedStatus) {
        return "it is paused: the status in its row is %s, not one of %s"
                .formatted(feedStatus.status(), List.of(FeedView.Status.values()));
    }

    private PostgresLogAdmin.@Nullable FeedLag lag(FeedId feedId) {
        try {
            return admin.lag(running(feedId).config().settings());
        } catch (SourceException e) {
            LOG.log(Level.DEBUG, "feed {0}: its lag was not counted: {1}", feedId, e.getMessage());
            return null;
        }
    }

    private @Nullable String problem(RunningFeed feed) {
        DispatcherStatus status = feed.relay().status();
        return status.outage() != null
                ? status.outage()
                : feed.monitor().failure().orElse(null);
    }

    private FeedView.@Nullable OldestTransaction horizon() {
        List<HorizonHolder> holders = log.holders();
        if (holders.isEmpty()) {
            return null;
        }
        HorizonHolder oldest = holders.getFirst();
        return new FeedView.OldestTransaction(
                oldest.pid(),
                oldest.gid(),
                oldest.age().toMillis() / 1000.0,
                oldest.application(),
                oldest.username(),
                oldest.state());
    }

    @Override
    public List<FeedView.Leadership> leaders(List<FeedId> wanted) throws SourceException {
        Map<FeedKey, PostgresLogAdmin.FeedStatus> statuses = statuses();
        return wanted.stream()
                .map(feedId -> {
                    PostgresLogAdmin.FeedStatus feedStatus = statuses.get(key(feedId));
                    boolean here = !running(feedId).relay().status().shards().isEmpty();
                    return feedStatus == null
                            ? new FeedView.Leadership(feedId, null, null, null, here)
                            : new FeedView.Leadership(
                                    feedId,
                                    feedStatus.leader(),
                                    feedStatus.leaderSince(),
                                    feedStatus.leaderHeartbeat(),
                                    here);
                })
                .toList();
    }

    @Override
    public List<FeedView.PollBackoff> backoffs(List<FeedId> wanted) {
        return wanted.stream()
                .map(feedId -> {
                    DispatcherStatus status = running(feedId).relay().status();
                    Duration usual = running(feedId).config().pace().interval();
                    return new FeedView.PollBackoff(
                            feedId,
                            status.emptyPolls(),
                            status.untilNextPoll().compareTo(usual) > 0,
                            status.untilNextPoll().toMillis());
                })
                .toList();
    }

    @Override
    public void pause(String by, FeedId feedId) throws SourceException {
        admin.pause(key(feedId));
        running(feedId).monitor().paused(true);
        acted(feedId, "pause", by + " paused it");
    }

    @Override
    public void resume(String by, FeedId feedId) throws SourceException {
        admin.resume(key(feedId));
        running(feedId).monitor().paused(false);
        acted(feedId, "resume", by + " resumed it");
    }

    @Override
    public void reset(String by, FeedId feedId, @Nullable LogStart from) throws SourceException {
        if (from != null) {
            admin.move(key(feedId), from);
        }
        admin.reset(key(feedId));
        running(feedId).monitor().paused(false);
        acted(feedId, "reset", by + " reset it" + (from == null ? "" : " to " + from));
    }

    @Override
    public List<DeadLetterView> deadLetters(FeedId feedId, long after, int limit) throws SourceException {
        return admin.deadLetters(key(feedId), after, limit).stream()
                .map(it -> new DeadLetterView(
                        it.position(), it.type(), it.group(), it.attempts(), it.reason(), it.failedAt()))
                .toList();
    }

    @Override
    public boolean replay(String by, FeedId feedId, long position) throws SourceException {
        boolean found = admin.replay(key(feedId), position);
        if (found) {
            acted(feedId, "replay", by + " had the event at " + position + " tried again");
        }
        return found;
    }

    /** Wakes the node that works on the feed. */
    private void acted(FeedId feedId, String action, String what) {
        RunningFeed running = running(feedId);
        running.monitor().acted(action);
        LOG.log(Level.INFO, "feed {0}: {1}", running.config().displayName(), what);
        running.relay().wake();
        notifyOtherNodes.run();
    }

    /** Measures the lag for the metrics, and writes this node's heartbeat. */
    public void sample() {
        boolean fails = feeds.values().stream()
                .anyMatch(feed -> feed.monitor().failure().isPresent());
        if (fails || fault != null) {
            inspect();
        }
        try {
            admin.heartbeat(logOnNode.node());
        } catch (SourceException e) {
            LOG.log(Level.DEBUG, "log {0}: no heartbeat: {1}", logOnNode.name(), e.getMessage());
        }
        samplePauses();
        for (RunningFeed feed : feeds.values()) {
            boolean ours = !feed.relay().status().shards().isEmpty();
            PostgresLogAdmin.FeedLag feedLag = ours ? lag(feed.feedId()) : null;
            feed.monitor()
                    .backlog(
                            feedLag == null
                                    ? null
                                    : new Backlog(feedLag.events(), feedLag.atLeast(), feedLag.oldest(), true));
        }
    }

    /** Reads the pauses from the database, because another node or a user may have written them. */
    private void samplePauses() {
        try {
            Map<FeedKey, PostgresLogAdmin.FeedStatus> statuses = statuses();
            feeds.forEach((feedId, running) -> {
                PostgresLogAdmin.FeedStatus feedStatus = statuses.get(key(feedId));
                running.monitor().paused(feedStatus != null && known(feedStatus.status()) == FeedView.Status.PAUSED);
            });
        } catch (SourceException e) {
            LOG.log(Level.DEBUG, "log {0}: which feeds are paused is not known: {1}", logOnNode.name(), e.getMessage());
        }
    }

    /** Down if the log cannot be followed. An old horizon, or partition maintenance that is overdue, is only a detail. */
    public Health.Check check() {
        String name = "log " + logOnNode.name();
        String problem = fault;
        if (problem != null) {
            return new Health.Check(name, Health.Status.DOWN, problem);
        }
        List<HorizonHolder> holders = log.holders();
        boolean held = !holders.isEmpty() && holders.getFirst().age().compareTo(LONG) > 0;
        return new Health.Check(
                name,
                Health.Status.UP,
                held
                        ? "events wait for a transaction that is still open: " + holders.getFirst()
                        : upkeep.flatMap(PartitionMaintenance::held).orElse(null));
    }

    double horizonAgeSeconds() {
        List<HorizonHolder> holders = log.holders();
        return holders.isEmpty() ? 0 : holders.getFirst().age().toMillis() / 1000.0;
    }
}

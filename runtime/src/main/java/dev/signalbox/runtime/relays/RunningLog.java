package dev.signalbox.runtime.relays;

import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.operation.Backlog;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.postgres.log.HorizonHolder;
import dev.signalbox.postgres.log.LogDesk;
import dev.signalbox.postgres.log.PairKey;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.runtime.config.LogStart;
import dev.signalbox.runtime.office.DeadLetterView;
import dev.signalbox.runtime.office.Health;
import dev.signalbox.runtime.office.LogOffice;
import dev.signalbox.runtime.office.PublisherView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A log that is followed here, for operators. */
final class RunningLog implements LogOffice {
    private static final System.Logger LOG = System.getLogger(RunningLog.class.getName());
    /** A transaction that is open for longer is worth a word. */
    private static final Duration LONG = Duration.ofSeconds(10);

    private final Place place;
    private final PostgresLog log;
    private final LogDesk desk;
    private final LogLook look;
    private final Map<Pair, RunningPair> pairs;
    private final Optional<LogUpkeep> upkeep;
    private final Runnable tellOthers;

    /**
     * Which log it is, and where it is followed.
     *
     * @param table by which all nodes know the table of events
     */
    record Place(String name, String table, String node) {}

    /**
     * @param upkeep of a log that is our own
     * @param tellOthers has all nodes look at once
     */
    RunningLog(Place place, PostgresLog log, List<RunningPair> pairs, Optional<LogUpkeep> upkeep, Runnable tellOthers) {
        this.place = place;
        this.log = log;
        this.upkeep = upkeep;
        this.desk = log.desk();
        this.look = new LogLook(place.name(), log);
        this.pairs = pairs.stream()
                .collect(Collectors.toMap(
                        RunningPair::pair, Function.identity(), (one, _) -> one, java.util.LinkedHashMap::new));
        this.tellOthers = tellOthers;
    }

    String table() {
        return place.table();
    }

    LogLook look() {
        return look;
    }

    Optional<LogUpkeep> upkeep() {
        return upkeep;
    }

    List<RunningPair> running() {
        return List.copyOf(pairs.values());
    }

    @Override
    public List<Pair> pairs() {
        return List.copyOf(pairs.keySet());
    }

    @Override
    public @Nullable String missing() {
        return null;
    }

    private RunningPair running(Pair pair) {
        return Objects.requireNonNull(pairs.get(pair), () -> "no pair " + pair);
    }

    private static PairKey key(Pair pair) {
        return new PairKey(pair.topic(), pair.publisher());
    }

    private Map<PairKey, LogDesk.Status> statuses() throws SourceException {
        return desk.statuses().stream().collect(Collectors.toMap(LogDesk.Status::pair, Function.identity()));
    }

    @Override
    public List<PublisherView> views(List<Pair> wanted) {
        try {
            Map<PairKey, LogDesk.Status> statuses = statuses();
            return wanted.stream()
                    .map(pair -> view(pair, statuses.get(key(pair))))
                    .toList();
        } catch (SourceException e) {
            String problem = Reasons.of(e);
            return wanted.stream()
                    .map(pair -> PublisherView.unknown(pair, problem))
                    .toList();
        }
    }

    private PublisherView view(Pair pair, LogDesk.@Nullable Status status) {
        if (status == null) {
            return PublisherView.unknown(pair, "nobody has begun with it yet");
        }
        LogDesk.Lag lag = lag(pair);
        return new PublisherView(
                pair,
                known(status.status()),
                status.lastPosition(),
                lag == null ? null : lag.events(),
                lag == null ? null : lag.atLeast(),
                status.errorCount(),
                status.lastError(),
                status.lastPublishedAt(),
                status.leader(),
                status.parked(),
                status.deadLetters(),
                horizon(),
                known(status.status()) == null ? misunderstood(status) : problem(running(pair)));
    }

    /** The row is written by hand, too. */
    private static PublisherView.@Nullable Status known(String status) {
        return Stream.of(PublisherView.Status.values())
                .filter(it -> it.name().equals(status))
                .findFirst()
                .orElse(null);
    }

    private static String misunderstood(LogDesk.Status status) {
        return "it rests: the status in its row is %s, not one of %s"
                .formatted(status.status(), List.of(PublisherView.Status.values()));
    }

    private LogDesk.@Nullable Lag lag(Pair pair) {
        try {
            return desk.lag(running(pair).settings());
        } catch (SourceException e) {
            LOG.log(System.Logger.Level.DEBUG, "pair {0}: its lag was not counted: {1}", pair, e.getMessage());
            return null;
        }
    }

    private @Nullable String problem(RunningPair pair) {
        DispatcherStatus status = pair.relay().status();
        return status.outage() != null
                ? status.outage()
                : pair.report().failure().orElse(null);
    }

    private PublisherView.@Nullable Horizon horizon() {
        List<HorizonHolder> holders = log.holders();
        if (holders.isEmpty()) {
            return null;
        }
        HorizonHolder oldest = holders.getFirst();
        return new PublisherView.Horizon(
                oldest.pid(),
                oldest.gid(),
                oldest.age().toMillis() / 1000.0,
                oldest.application(),
                oldest.username(),
                oldest.state());
    }

    @Override
    public List<PublisherView.Leadership> leaders(List<Pair> wanted) throws SourceException {
        Map<PairKey, LogDesk.Status> statuses = statuses();
        return wanted.stream()
                .map(pair -> {
                    LogDesk.Status status = statuses.get(key(pair));
                    boolean here = !running(pair).relay().status().shards().isEmpty();
                    return status == null
                            ? new PublisherView.Leadership(pair, null, null, null, here)
                            : new PublisherView.Leadership(
                                    pair, status.leader(), status.leaderSince(), status.leaderHeartbeat(), here);
                })
                .toList();
    }

    @Override
    public List<PublisherView.Backoff> backoffs(List<Pair> wanted) {
        return wanted.stream()
                .map(pair -> {
                    DispatcherStatus status = running(pair).relay().status();
                    Duration usual = running(pair).config().poll().interval();
                    return new PublisherView.Backoff(
                            pair,
                            status.emptyLooks(),
                            status.untilNextLook().compareTo(usual) > 0,
                            status.untilNextLook().toMillis());
                })
                .toList();
    }

    @Override
    public void pause(String by, Pair pair) throws SourceException {
        desk.pause(key(pair));
        running(pair).meters().paused(true);
        acted(pair, "pause", by + " paused it");
    }

    @Override
    public void resume(String by, Pair pair) throws SourceException {
        desk.resume(key(pair));
        running(pair).meters().paused(false);
        acted(pair, "resume", by + " resumed it");
    }

    @Override
    public void reset(String by, Pair pair, @Nullable LogStart from) throws SourceException {
        if (from != null) {
            desk.move(key(pair), LogTranslation.start(from));
        }
        desk.reset(key(pair));
        running(pair).meters().paused(false);
        acted(pair, "reset", by + " reset it" + (from == null ? "" : " to " + from));
    }

    @Override
    public List<DeadLetterView> deadLetters(Pair pair, long after, int limit) throws SourceException {
        return desk.letters(key(pair), after, limit).stream()
                .map(it -> new DeadLetterView(
                        it.position(), it.type(), it.group(), it.attempts(), it.reason(), it.failedAt()))
                .toList();
    }

    @Override
    public boolean replay(String by, Pair pair, long position) throws SourceException {
        boolean found = desk.replay(key(pair), position);
        if (found) {
            acted(pair, "replay", by + " had the event at " + position + " tried again");
        }
        return found;
    }

    /** Whoever works on the pair looks at once. */
    private void acted(Pair pair, String action, String what) {
        RunningPair running = running(pair);
        running.meters().acted(action);
        LOG.log(System.Logger.Level.INFO, "pair {0}: {1}", running.config().displayName(), what);
        running.relay().wake();
        tellOthers.run();
    }

    /** Counts for the metrics what waits, and tells other nodes that this one is alive. */
    void sample() {
        boolean fails =
                pairs.values().stream().anyMatch(pair -> pair.report().failure().isPresent());
        if (fails || look.fault() != null) {
            look.again();
        }
        try {
            desk.heartbeat(place.node());
        } catch (SourceException e) {
            LOG.log(System.Logger.Level.DEBUG, "log {0}: no heartbeat: {1}", place.name(), e.getMessage());
        }
        samplePauses();
        for (RunningPair pair : pairs.values()) {
            boolean ours = !pair.relay().status().shards().isEmpty();
            LogDesk.Lag lag = ours ? lag(pair.pair()) : null;
            pair.meters().backlog(lag == null ? null : new Backlog(lag.events(), lag.atLeast(), lag.oldest(), true));
        }
    }

    /** A pause may have been written by hand, or by way of another node. */
    private void samplePauses() {
        try {
            Map<PairKey, LogDesk.Status> statuses = statuses();
            pairs.forEach((pair, running) -> {
                LogDesk.Status status = statuses.get(key(pair));
                running.meters().paused(status != null && known(status.status()) == PublisherView.Status.PAUSED);
            });
        } catch (SourceException e) {
            LOG.log(System.Logger.Level.DEBUG, "log {0}: who rests is not known: {1}", place.name(), e.getMessage());
        }
    }

    /** A log that cannot be followed is ill. A horizon or a partition that is held back is not, but worth knowing. */
    Health.Check check() {
        String fault = look.fault();
        if (fault != null) {
            return new Health.Check("log " + place.name(), Health.Status.DOWN, fault);
        }
        List<HorizonHolder> holders = log.holders();
        boolean held = !holders.isEmpty() && holders.getFirst().age().compareTo(LONG) > 0;
        return new Health.Check(
                "log " + place.name(),
                Health.Status.UP,
                held
                        ? "events wait for a transaction that is still open: " + holders.getFirst()
                        : upkeep.flatMap(LogUpkeep::held).orElse(null));
    }

    double horizonAgeSeconds() {
        List<HorizonHolder> holders = log.holders();
        return holders.isEmpty() ? 0 : holders.getFirst().age().toMillis() / 1000.0;
    }
}

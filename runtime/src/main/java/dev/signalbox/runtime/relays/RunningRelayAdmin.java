package dev.signalbox.runtime.relays;

import dev.signalbox.core.admin.BulkAction;
import dev.signalbox.core.admin.EventAdmin;
import dev.signalbox.core.admin.MessageExplainer;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.OutboxAdmin.Backlog;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.admin.RelayControl.RelayStatus;
import dev.signalbox.core.delivery.MessageLocation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.runtime.admin.CatboxEventsAdmin;
import dev.signalbox.runtime.admin.RelayAdmin;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.database.DatabaseMonitor;
import dev.signalbox.runtime.database.FailureText;
import dev.signalbox.runtime.settings.Masking;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The admin of a relay that runs on this node. It reads the relay's table, what all nodes recorded, and this node's memory. */
final class RunningRelayAdmin implements RelayAdmin {
    private static final System.Logger LOG = System.getLogger(RunningRelayAdmin.class.getName());
    /** For display only: no decision depends on it. */
    private static final InstantSource WALL = InstantSource.system();

    private static final Duration MEMORY_ANSWERS_WITHIN = Duration.ofSeconds(2);

    private final RunningRelay running;
    private final OutboxAdmin outboxAdmin;
    private final RelayControl register;
    private final String coordination;
    private final Runnable notifyOtherNodes;
    private final DatabaseMonitor watch;
    private final CachedBacklog backlog;
    private final Optional<CatboxEventsAdmin> events;

    /** @param coordination how the nodes share the work, for display only */
    RunningRelayAdmin(
            RunningRelay running,
            OutboxAdmin outboxAdmin,
            RelayControl register,
            String coordination,
            Runnable notifyOtherNodes,
            DatabaseMonitor watch,
            Clock clock,
            Optional<DeliveryLedger> ledger) {
        this.running = running;
        this.outboxAdmin = outboxAdmin;
        this.register = register;
        this.coordination = coordination;
        this.notifyOtherNodes = notifyOtherNodes;
        this.watch = watch;
        this.backlog = new CachedBacklog(outboxAdmin, clock);
        boolean searched = running.config().outbox().preset().hasEventSearch();
        this.events = searched && outboxAdmin instanceof EventAdmin rows
                ? Optional.of(
                        new RunningCatboxEvents(outboxAdmin, rows, archive(running.config()), ledger, this::acted))
                : Optional.empty();
    }

    private static Optional<String> archive(RelayConfig config) {
        return config.outbox().settings().retention() instanceof Retention.ArchiveAfter archive
                ? Optional.of(new TableName(archive.schema(), archive.table()).toString())
                : Optional.empty();
    }

    String name() {
        return running.config().name();
    }

    /** Measures the backlog for the metrics, if this node is the one that measures. */
    void sample() {
        boolean ours = running.relay().status().shards().contains(0);
        try {
            running.monitor().backlog(ours ? backlog.get() : null);
        } catch (SourceException e) {
            running.monitor().backlog(null);
            LOG.log(Level.DEBUG, "relay {0}: the backlog was not measured: {1}", name(), e.getMessage());
        }
    }

    @Override
    public RelayView view() {
        RelayView view = running.view(watch);
        if (watch.failure() != null) {
            // A query on an unreachable database would only take long.
            return view;
        }
        RelayStatus status = RelayStatus.UNKNOWN;
        Backlog measured = null;
        String trouble = null;
        try {
            status = register.status();
            measured = backlog.get();
        } catch (SourceException e) {
            trouble = FailureText.of(e);
        }
        return view.with(facts(status, measured), trouble);
    }

    private RelayView.StoredState facts(RelayStatus status, @Nullable Backlog measured) {
        RelayStatus.Pause pause = status.pause();
        Optional<Backlog> known = Optional.ofNullable(measured);
        Optional<Backlog> waits = known.filter(it -> it.oldest() != null);
        return new RelayView.StoredState(
                known.map(it -> new RelayView.Estimate(it.messages(), it.estimated()))
                        .orElse(null),
                waits.map(RunningRelayAdmin::oldestSeconds).orElse(null),
                waits.map(Backlog::oldestEstimated).orElse(null),
                status.owners().stream()
                        .map(owner ->
                                new RelayView.Owner(owner.node(), owner.shards().size()))
                        .toList(),
                pause == null ? null : new RelayView.PauseView(pause.since(), pause.by(), pause.reason()),
                running.config().outbox().settings().claimMode().name().toLowerCase(Locale.ROOT),
                coordination);
    }

    private static double oldestSeconds(Backlog backlog) {
        Duration oldest = backlog.oldest();
        return oldest == null ? 0 : oldest.toMillis() / 1000.0;
    }

    @Override
    public RelayStatus.Pause pause(String by, String reason) throws SourceException, RefusedException {
        RelayStatus.Pause pause = register.pause(by, reason);
        acted("pause", by + " paused it: " + reason);
        return pause;
    }

    @Override
    public boolean resume(String by) throws SourceException, RefusedException {
        boolean resumed = register.resume();
        acted("resume", by + (resumed ? " resumed it" : " wanted to resume it, but it was not paused"));
        return resumed;
    }

    @Override
    public MessagePage page(MessageQuery query) throws SourceException {
        return outboxAdmin.page(query);
    }

    @Override
    public Optional<ExplainedMessage> find(String id) throws SourceException, InterruptedException {
        Optional<MessageDetails> found = outboxAdmin.find(id);
        return found.isEmpty() ? Optional.empty() : Optional.of(explain(found.get()));
    }

    private ExplainedMessage explain(MessageDetails message) throws SourceException, InterruptedException {
        MessageLocation here = messageLocation(message.summary().id(), message);
        MessageDetails relevant = isPassedOver(message) ? withoutAhead(message) : message;
        return new ExplainedMessage(
                message, new MessageExplainer(relevant, here, register.status(), WALL.instant()).reasons());
    }

    private @Nullable MessageLocation messageLocation(String id, MessageDetails message) throws InterruptedException {
        return running.relay()
                .explain(id, message.summary().group(), message.shard(), MEMORY_ANSWERS_WITHIN)
                .orElse(null);
    }

    /** With ordering {@code skip}, other messages of a group overtake one that waits for its next attempt. */
    private boolean isPassedOver(MessageDetails message) throws InterruptedException {
        MessageDetails.GroupMessage groupMessage = message.ahead();
        if (groupMessage == null
                || groupMessage.state() != MessageState.PENDING
                || running.config().ordering() != Ordering.SKIP) {
            return false;
        }
        MessageLocation other = messageLocation(groupMessage.id(), message);
        return other != null && other.waitsFor() != null;
    }

    private static MessageDetails withoutAhead(MessageDetails message) {
        return new MessageDetails(
                message.summary(),
                message.shard(),
                message.payload(),
                message.claim(),
                message.suspicion(),
                null,
                message.deadLetter());
    }

    @Override
    public boolean act(String by, BulkAction.Kind kind, String id) throws SourceException, RefusedException {
        List<String> done =
                kind == BulkAction.Kind.RETRY ? outboxAdmin.retry(List.of(id)) : outboxAdmin.discard(List.of(id));
        if (done.isEmpty()) {
            return false;
        }
        acted(word(kind), by + " had message " + id + (kind == BulkAction.Kind.RETRY ? " retried" : " discarded"));
        return true;
    }

    @Override
    public BulkAction.Result actOnMany(String by, BulkAction.Kind kind, MessageFilter filter, int limit)
            throws SourceException, RefusedException {
        BulkAction.Result result = new BulkAction(outboxAdmin).run(kind, filter, limit);
        acted(
                word(kind),
                by + " had " + result.messages() + " failed messages"
                        + (kind == BulkAction.Kind.RETRY ? " retried" : " discarded") + ": " + filter);
        return result;
    }

    @Override
    public BulkAction.Result dryRun(MessageFilter filter, int limit) throws SourceException {
        return new BulkAction(outboxAdmin).dryRun(filter, limit);
    }

    @Override
    public Optional<CatboxEventsAdmin> events() {
        return events;
    }

    private static String word(BulkAction.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private void acted(String action, String what) {
        running.monitor().acted(action);
        LOG.log(Level.INFO, "relay {0}: {1}", name(), Masking.escaped(what));
        backlog.forget();
        running.relay().wake();
        notifyOtherNodes.run();
    }
}

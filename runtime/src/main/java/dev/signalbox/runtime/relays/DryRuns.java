package dev.signalbox.runtime.relays;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.database.DatabaseMonitor;
import dev.signalbox.runtime.database.FailureText;
import dev.signalbox.runtime.database.SourceDatabase;
import dev.signalbox.runtime.settings.Durations;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The relays of one database that only show what they would send. They have no lease and no claims, and write nothing to the
 * database, so they do not disturb the nodes that deliver.
 */
final class DryRuns {
    private static final System.Logger LOG = System.getLogger(DryRuns.class.getName());
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(5);

    private final SourceConfig source;
    private final List<RelayConfig> configs;
    private final Consumer<String> lines;
    private final DatabaseMonitor watch;
    private final SourceDatabase database;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private String failure = "";

    DryRuns(SourceConfig source, List<RelayConfig> configs, String node, Clock clock, Consumer<String> lines) {
        this.source = source;
        this.configs = configs;
        this.lines = lines;
        this.watch = new DatabaseMonitor(clock);
        this.database = SourceDatabase.of(source, node, clock);
    }

    void start() {
        Thread.ofVirtual().name("dry-run-" + source.name()).start(this::showUntilStopped);
    }

    List<RelayView> views() {
        return configs.stream()
                .map(config -> RunningRelay.view(config, RelayView.State.DRY_RUN, watch.failure()))
                .toList();
    }

    Health.Check check() {
        String trouble = watch.trouble();
        return new Health.Check(
                "dry run of source " + source.name(), trouble == null ? Health.Status.UP : Health.Status.DOWN, trouble);
    }

    void stop() {
        stopped.countDown();
        database.close();
    }

    private void showUntilStopped() {
        List<DryRun> runs = new ArrayList<>();
        Duration pause =
                configs.stream().map(config -> config.pace().interval()).reduce(SHORTEST_PAUSE, Durations::longer);
        try {
            do {
                show(runs);
            } while (!stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(List<DryRun> runs) {
        try {
            if (runs.isEmpty()) {
                for (Map.Entry<RelayConfig, String> relay :
                        database.identities(configs).entrySet()) {
                    runs.add(new DryRun(relay.getKey(), database.readOnly(relay.getKey(), relay.getValue()), lines));
                }
            }
            for (DryRun run : runs) {
                run.showNew(() -> stopped.getCount() == 0);
            }
            watch.succeeded();
            failure = "";
        } catch (CoordinationException | SourceException e) {
            failed(FailureText.of(e));
        }
    }

    /** Logs a failure once until it changes. */
    private void failed(String reason) {
        watch.failed(reason);
        if (!reason.equals(failure) && stopped.getCount() > 0) {
            LOG.log(Level.WARNING, "source {0}: the dry run cannot read: {1}", source.name(), reason);
            failure = reason;
        }
    }
}

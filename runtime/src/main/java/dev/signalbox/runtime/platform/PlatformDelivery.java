package dev.signalbox.runtime.platform;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.diagnostics.FailureLog;
import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.delivery.AttemptJournal;
import dev.signalbox.platform.delivery.DeliveryPolicies;
import dev.signalbox.platform.delivery.DeliveryRegistry;
import dev.signalbox.platform.delivery.JobExplainer;
import dev.signalbox.platform.delivery.JobExplanation;
import dev.signalbox.platform.delivery.JobSink;
import dev.signalbox.platform.delivery.TestDelivery;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.postgres.delivery.UpkeepResult;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.platform.store.PlatformStore;
import dev.signalbox.runtime.database.DatabaseMonitor;
import dev.signalbox.runtime.database.FailureText;
import dev.signalbox.sink.webhook.NameLookup;
import dev.signalbox.sink.webhook.WebhookClient;
import dev.signalbox.sink.webhook.WebhookClientSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Delivers jobs to their targets, from when the database can be reached to the stop. */
final class PlatformDelivery {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration MEMORY_ANSWERS_WITHIN = Duration.ofSeconds(1);
    private static final Duration UPKEEP_EVERY = Duration.ofSeconds(1);

    /** After so many rounds that found no job, the database is asked half as often. */
    private static final int ROUNDS_TO_IDLE = 10;

    private static final Duration UPKEEP_WHEN_IDLE = Duration.ofSeconds(2);

    /** Leaves the database time for deliveries between the pieces of a large upkeep task. */
    private static final Duration UPKEEP_WHEN_BUSY = Duration.ofMillis(50);

    private final PlatformEnvironment environment;
    /**
     * Of upkeep, apart from that of the lease: a database that became read-only still answers the reads of upkeep, and a lease that
     * can be renewed says nothing of upkeep.
     */
    private final DatabaseMonitor watch;

    private final DeliveryRegistry registry;
    private final DeliveryDependencies parts;
    private final TestDelivery tests;
    private final JobExplainer explainer;
    private final FailureLog failures = new FailureLog("event platform: jobs are not delivered");
    private final CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable Thread upkeep;
    private volatile @Nullable DeliveryRelay relay;
    private int idleRounds;
    /** Whether the last round left something that can be done at once. */
    private boolean moreUpkeep;

    PlatformDelivery(PlatformEnvironment environment, PlatformStore store, SecretCipher cipher, TsidIds ids) {
        this.environment = environment;
        this.watch = new DatabaseMonitor(environment.clock());
        this.registry = new DeliveryRegistry(store.deliverySettings(), environment.clock());
        AttemptJournal journal = new AttemptJournal();
        WebhookClientSettings limits = new WebhookClientSettings(
                environment.config().targets(),
                DeliveryRelay.MOST_REQUESTS,
                DeliveryRelay.MOST_REQUESTS,
                CONNECT_TIMEOUT);
        WebhookClient client = new WebhookClient(limits, NameLookup.SYSTEM, environment.clock());
        JobSink sink = new JobSink(new JobSink.Components(
                client, registry, cipher, journal, store.subscriptions(), environment.clock(), InstantSource.system()));
        this.parts = new DeliveryDependencies(
                store,
                journal,
                new DeliveryPolicies(registry, environment.config().requestsWithoutPool()),
                sink,
                environment.relayMonitor());
        this.explainer = new JobExplainer(store.jobs(), store.jobPlacements(), registry);
        this.tests = new TestDelivery(client, registry, cipher, ids, InstantSource.system());
    }

    void start() {
        watch.succeeded();
        upkeep = Thread.ofVirtual().name("platform-delivery").start(this::run);
    }

    /** Sends made-up events. */
    TestDelivery tests() {
        return tests;
    }

    /** Why a job is not delivered yet; empty if there is none with this id. */
    Optional<JobExplanation> explain(Tsid job) throws StoreException, InterruptedException {
        DeliveryRelay running = relay;
        return explainer.explain(
                job,
                (id, group, shard, outlet) -> running == null
                        ? Optional.empty()
                        : running.relay().explain(id, group, shard, outlet, MEMORY_ANSWERS_WITHIN));
    }

    /** What was changed on this node counts for deliveries at once. */
    void settingsChanged() {
        registry.refresh();
    }

    /** Why deliveries cannot be looked after at present, however short; null if they can. */
    @Nullable
    String failure() {
        return watch.failure();
    }

    /** The same, if it has lasted so long that an operator should act. */
    @Nullable
    String trouble() {
        return watch.trouble();
    }

    Optional<DispatcherStatus> status() {
        return Optional.ofNullable(relay).map(it -> it.relay().status());
    }

    private void run() {
        try {
            do {
                round();
            } while (!stopped.await(pause().toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (stopped.getCount() > 0) {
                environment.onBroken().accept(e);
            }
        }
    }

    private Duration pause() {
        if (moreUpkeep) {
            return UPKEEP_WHEN_BUSY;
        }
        return idleRounds < ROUNDS_TO_IDLE ? UPKEEP_EVERY : UPKEEP_WHEN_IDLE;
    }

    private void round() {
        moreUpkeep = false;
        try {
            DeliveryRelay running = relay;
            Optional<UpkeepResult> found = running == null ? Optional.empty() : running.upkeep();
            moreUpkeep = found.map(UpkeepResult::more).orElse(false);
            idleRounds = found.map(UpkeepResult::idle).orElse(false) ? idleRounds + 1 : 0;
            // A node that owns streams has just compared the version of the settings.
            if (found.isEmpty() && !registry.refresh()) {
                watch.failed("the settings of subscriptions and pools cannot be read");
                return;
            }
            if (running == null) {
                open();
            }
            watch.succeeded();
            failures.over();
        } catch (CoordinationException | SourceException e) {
            watch.failed(FailureText.of(e));
            failures.raise(FailureText.of(e), environment.clock().nanos());
        }
    }

    /** Nothing starts once the stop has begun. */
    private synchronized void open() throws CoordinationException {
        if (stopped.getCount() > 0) {
            relay = DeliveryRelay.start(environment, parts);
        }
    }

    StopResult stop(Duration grace) throws InterruptedException {
        DeliveryRelay running;
        synchronized (this) {
            stopped.countDown();
            running = relay;
        }
        try {
            StopResult result = running == null ? StopResult.CLEAN : running.stop(grace);
            Thread thread = upkeep;
            if (thread != null) {
                thread.join(grace);
            }
            return result;
        } finally {
            parts.sink().close();
        }
    }
}

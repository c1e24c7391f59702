package dev.signalbox.runtime.platform;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.delivery.JobExplanation;
import dev.signalbox.platform.delivery.TestDelivery;
import dev.signalbox.platform.event.EventBodies;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.ingest.BatchResult;
import dev.signalbox.platform.ingest.EventIngest;
import dev.signalbox.platform.ingest.IngestResult;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.job.CreatedJob;
import dev.signalbox.platform.job.DirectJobs;
import dev.signalbox.platform.job.JobBodies;
import dev.signalbox.platform.job.JobDraft;
import dev.signalbox.platform.matching.SubscriptionMatcher;
import dev.signalbox.platform.registry.RegistryReferences;
import dev.signalbox.platform.registry.ServiceAccounts;
import dev.signalbox.platform.registry.Subscriptions;
import dev.signalbox.platform.registry.TargetCheck;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.platform.store.PlatformStore;
import dev.signalbox.runtime.metrics.PlatformMonitor;
import dev.signalbox.sink.webhook.NameLookup;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The event platform on tables that are there: what requests use, and what runs beside them. What is assembled here starts and
 * stops with it.
 */
public final class RunningPlatform {
    private final PlatformStore store;
    private final PlatformMonitor monitor;
    private final TsidIds ids;
    private final EventIngest ingest;
    private final DirectJobs directJobs;
    private final Subscriptions subscriptions;
    private final ServiceAccounts serviceAccounts;
    private final PlatformUpkeep upkeep;
    private final PlatformDelivery delivery;

    RunningPlatform(PlatformEnvironment environment, PlatformStore store) {
        this.store = store;
        this.monitor = environment.monitor();
        this.ids = new TsidIds(store.nodeNumbers(), environment.clock());
        SecretCipher cipher = environment.cipher();
        TargetCheck targets = new TargetCheck(environment.config().targets(), NameLookup.CHECKS);
        RegistryReferences references =
                new RegistryReferences(store.eventTypes(), store.dispatchPools(), store.serviceAccounts());
        this.ingest = new EventIngest(
                new SubscriptionMatcher(store.matching(), environment.clock()),
                store.ingest(),
                ids,
                environment.config().unknownTypes());
        this.directJobs = new DirectJobs(store.jobs(), references, ids, cipher, targets);
        this.subscriptions = new Subscriptions(store.subscriptions(), references, ids, cipher, targets);
        this.serviceAccounts = new ServiceAccounts(store.serviceAccounts(), ids, cipher);
        this.upkeep = new PlatformUpkeep(store, environment);
        this.delivery = new PlatformDelivery(environment, store, cipher, ids);
        monitor.showWaitingPosts(ingest::waitingPosts);
    }

    void start() {
        upkeep.start();
        delivery.start();
    }

    /** Ends deliveries and what runs beside requests; requests that have begun can still be answered. */
    StopResult stop(Duration grace) throws InterruptedException {
        StopResult result = delivery.stop(grace);
        upkeep.stop(grace);
        return result;
    }

    /** What the relay of jobs does; empty if it does not run yet. */
    Optional<DispatcherStatus> deliveries() {
        return delivery.status();
    }

    /** Why deliveries cannot be looked after at present; null if they can. */
    @Nullable
    String deliveryFailure() {
        return delivery.failure();
    }

    /** The same, if it has lasted so long that an operator should act. */
    @Nullable
    String deliveryTrouble() {
        return delivery.trouble();
    }

    /** What was changed on this node counts for deliveries at once. */
    public void settingsChanged() {
        delivery.settingsChanged();
    }

    /** Why a job is not delivered yet; empty if there is none with this id. */
    public Optional<JobExplanation> explain(Tsid job) throws StoreException, InterruptedException {
        return delivery.explain(job);
    }

    /** Sends made-up events to targets. */
    public TestDelivery tests() {
        return delivery.tests();
    }

    public PlatformStore store() {
        return store;
    }

    public TsidIds ids() {
        return ids;
    }

    public Subscriptions subscriptions() {
        return subscriptions;
    }

    public ServiceAccounts serviceAccounts() {
        return serviceAccounts;
    }

    /** Stores one event, together with others that are posted at the same time. */
    public IngestResult post(EventDraft draft) throws StoreException, InvalidInputException, InputTooLargeException {
        try {
            IngestResult result = ingest.post(draft);
            monitor.posted(
                    result.duplicate() ? 0 : 1,
                    result.duplicate() ? 1 : 0,
                    result.duplicate() ? 0 : result.event().jobCount());
            return result;
        } catch (StoreException e) {
            monitor.failed();
            throw e;
        }
    }

    /** Stores all events of a batch or none. */
    public BatchResult postAll(EventBodies.Batch batch)
            throws StoreException, InvalidInputException, InputTooLargeException {
        try {
            return counted(ingest.batch(batch));
        } catch (StoreException e) {
            monitor.failed();
            throw e;
        }
    }

    /** Stores the good events of a batch, and says what is wrong with the others. */
    public BatchResult postGood(EventBodies.Batch batch) throws StoreException, InputTooLargeException {
        try {
            return counted(ingest.partialBatch(batch));
        } catch (StoreException e) {
            monitor.failed();
            throw e;
        }
    }

    private BatchResult counted(BatchResult result) {
        int duplicates = result.duplicateCount();
        monitor.posted(result.events().size() - duplicates, duplicates, result.dispatchJobCount());
        return result;
    }

    /** Stores a direct job. */
    public CreatedJob postJob(JobDraft draft) throws StoreException, InvalidInputException {
        try {
            return counted(List.of(directJobs.create(draft))).getFirst();
        } catch (StoreException e) {
            monitor.failed();
            throw e;
        }
    }

    /** Stores direct jobs: all or none. */
    public List<CreatedJob> postJobs(JobBodies.Batch batch) throws StoreException, InvalidInputException {
        try {
            return counted(directJobs.create(batch));
        } catch (StoreException e) {
            monitor.failed();
            throw e;
        }
    }

    private List<CreatedJob> counted(List<CreatedJob> created) {
        monitor.postedJobs(
                (int) created.stream().filter(job -> !job.duplicate()).count());
        return created;
    }
}

package dev.signalbox.core.relay;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Dispatcher;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.delivery.MessageLocation;
import dev.signalbox.core.delivery.OutletStatus;
import dev.signalbox.core.delivery.Permits;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.StartLimits;
import dev.signalbox.core.diagnostics.OutOfMemory;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs one dispatcher: a single thread passes results to it one after the other and hands its commands to virtual
 * threads.
 *
 * <p>The inbox needs no limit of its own: besides a wake-up, which is kept once, and questions, whose callers wait,
 * only results of the dispatcher's own commands come in, and those are limited.
 */
public final class Relay implements WakeUpTarget {
    private static final System.Logger LOG = System.getLogger(Relay.class.getName());

    private final String name;
    private final String identity;
    private final Shards scope;
    private final ClaimSource source;
    private final Clock clock;
    private final RelayListener listener;
    private final Dispatcher dispatcher;
    private final CommandRunner commands;
    private final Consumer<Throwable> onBroken;
    private final BlockingQueue<Consumer<Dispatcher>> inbox = new LinkedBlockingQueue<>();
    private final AtomicBoolean wakeQueued = new AtomicBoolean();
    private final CountDownLatch quiet = new CountDownLatch(1);
    private volatile StatusSnapshot statusSnapshot;
    /** Counts the changes of ownership announced and applied: drained shards are valid when both are equal. */
    private final AtomicLong announced = new AtomicLong();

    private long applied;
    /** The end of the trust in the lease, by {@link Clock#leaseNanos}. */
    private long leaseTrustedUntil;

    private long suspended;
    private volatile Runnable onDrained = () -> {};
    private volatile boolean idle;
    private @Nullable Thread loop;
    private boolean stopping;
    private boolean ended;

    /**
     * The parts of a relay.
     *
     * @param identity the name of the relay in the coordinator: the same on every node that works on this source
     * @param scope the shards that it may work on; several relays with one identity divide its shards among them
     * @param permits creates its share of the destination's limit, given the way to wake the relay
     * @param startLimits what its outlets share besides the permits
     * @param onBroken called when the relay's own code failed, after which it does nothing more
     */
    public record Components(
            String name,
            String identity,
            Shards scope,
            DispatcherSettings settings,
            ClaimSource source,
            Sink sink,
            Function<Runnable, Permits> permits,
            RelayListener listener,
            Clock clock,
            Consumer<Throwable> onBroken,
            StartLimits startLimits) {
        /** Outlets share nothing but the permits. */
        public Components(
                String name,
                String identity,
                Shards scope,
                DispatcherSettings settings,
                ClaimSource source,
                Sink sink,
                Function<Runnable, Permits> permits,
                RelayListener listener,
                Clock clock,
                Consumer<Throwable> onBroken) {
            this(
                    name,
                    identity,
                    scope,
                    settings,
                    source,
                    sink,
                    permits,
                    listener,
                    clock,
                    onBroken,
                    StartLimits.NO_LIMITS);
        }
    }

    private record StatusSnapshot(DispatcherStatus status, long applied) {}

    public Relay(Components components) {
        this.name = components.name();
        this.identity = components.identity();
        this.scope = components.scope();
        this.source = components.source();
        this.clock = components.clock();
        this.listener = components.listener();
        this.onBroken = components.onBroken();
        this.dispatcher = new Dispatcher(
                components.settings(),
                components.permits().apply(this::nudge),
                components.startLimits(),
                components.listener());
        this.commands = new CommandRunner(components, inbox::add);
        this.statusSnapshot = new StatusSnapshot(dispatcher.status(), 0);
    }

    public String identity() {
        return identity;
    }

    public synchronized void start() {
        if (loop == null) {
            loop = Thread.ofVirtual().name("relay-" + name).start(this::run);
        }
    }

    /**
     * This node owns these shards of the relay until further notice.
     *
     * @param trustedUntil until when it trusts that, by {@link Clock#leaseNanos}
     */
    void owned(Incarnation incarnation, long trustedUntil, Shards all) {
        Shards shards = all.and(scope);
        long number = announced.incrementAndGet();
        inbox.add(it -> {
            applied = number;
            DispatcherStatus before = it.status();
            leaseTrustedUntil = trustedUntil;
            it.owned(incarnation, trustedUntil - suspended, shards, clock.nanos());
            boolean isNew = !incarnation.equals(before.owner());
            if (isNew || !shards.equals(before.shards())) {
                String what = shards.isEmpty() ? "stands by" : scope.isAll() ? "delivers " + shards : "delivers";
                LOG.log(System.Logger.Level.INFO, "relay {0}: this node {1} ({2})", name, what, incarnation);
            }
            if (isNew) {
                listener.owned(incarnation);
            }
            if (isNew || !shards.equals(before.shards())) {
                listener.shared(isNew ? Shards.NONE : before.shards(), shards);
            }
        });
    }

    /** Whether an operator has paused the relay. */
    void paused(boolean wanted) {
        inbox.add(it -> {
            if (it.status().paused() != wanted) {
                LOG.log(System.Logger.Level.INFO, "relay {0}: {1}", name, wanted ? "paused" : "resumed");
                it.pause(wanted, clock.nanos());
            }
        });
    }

    /** Sets what to call when a shard that we do not own any more is drained. */
    void whenDrained(Runnable action) {
        onDrained = action;
    }

    /** This node does not own the relay any more. */
    void lost() {
        inbox.add(it -> {
            if (it.status().owner() != null) {
                LOG.log(System.Logger.Level.WARNING, "relay {0}: this node has lost it and drops its work", name);
                listener.shared(it.status().shards(), Shards.NONE);
                it.lost();
                commands.abandon();
                listener.lost();
            }
        });
    }

    @Override
    public void wake() {
        if (wakeQueued.compareAndSet(false, true)) {
            inbox.add(it -> {
                wakeQueued.set(false);
                it.wake();
            });
        }
    }

    @Override
    public void wakeUps(PollSchedule.WakeUps state) {
        inbox.add(it -> it.wakeUps(state));
    }

    @Override
    public boolean isIdle() {
        return idle;
    }

    /** Checks again whether something can be done, without polling the source. */
    private void nudge() {
        inbox.add(it -> {});
    }

    /** Begins to stop: nothing more is claimed or sent. */
    void stop() {
        inbox.add(it -> {
            stopping = true;
            it.stop(clock.nanos());
        });
    }

    /** Waits until everything held is settled or released, and returns whether that happened in time. */
    boolean awaitQuiet(long nanos) throws InterruptedException {
        return quiet.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Ends the relay at once, and returns the ids of sent and unrecorded messages, which may arrive again. */
    List<String> end() throws InterruptedException {
        var unknown = new AtomicReference<>(List.<String>of());
        var done = new CountDownLatch(1);
        inbox.add(it -> {
            unknown.set(it.unrecorded());
            ended = true;
            done.countDown();
        });
        done.await(1, TimeUnit.SECONDS);
        return unknown.get();
    }

    /** Tells the source that this owner ends cleanly. */
    void left(Incarnation owner) {
        try {
            source.left(owner);
        } catch (SourceException e) {
            LOG.log(System.Logger.Level.DEBUG, "relay {0}: its end was not recorded: {1}", name, e.getMessage());
        }
    }

    /** The shards that it neither works on nor holds messages of. */
    Shards drained() {
        StatusSnapshot last = statusSnapshot;
        return last.applied() == announced.get() ? last.status().drained().plus(Shards.ALL.minus(scope)) : Shards.NONE;
    }

    public DispatcherStatus status() {
        return statusSnapshot.status().at(clock.nanos());
    }

    /** The policies of these outlets, or the limits of their pools, may have changed. */
    public void policiesChanged(Set<Long> outlets) {
        Set<Long> changed = Set.copyOf(outlets);
        inbox.add(it -> it.policiesChanged(changed, clock.nanos()));
    }

    /**
     * What the dispatcher knows about a message, computed on its own thread between two steps of its work.
     *
     * @return empty if there is no answer within the limit, for example because the relay has ended
     */
    public Optional<MessageLocation> explain(String id, @Nullable String group, int shard, Duration limit)
            throws InterruptedException {
        return ask(it -> it.explain(id, group, shard, clock.nanos()), limit);
    }

    /** The same of a relay with several outlets. */
    public Optional<MessageLocation> explain(String id, @Nullable String group, int shard, long outlet, Duration limit)
            throws InterruptedException {
        return ask(it -> it.explain(id, group, shard, outlet, clock.nanos()), limit);
    }

    /** The outlets that need attention most, the worst first; empty if there is no answer within the limit. */
    public Optional<List<OutletStatus>> worstOutlets(Duration limit) throws InterruptedException {
        return ask(it -> it.worstOutlets(clock.nanos()), limit);
    }

    private <T> Optional<T> ask(Function<Dispatcher, T> question, Duration limit) throws InterruptedException {
        var answer = new CompletableFuture<T>();
        inbox.add(it -> answer.complete(question.apply(it)));
        try {
            return Optional.of(answer.get(limit.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("nothing completes this with a failure", e);
        }
    }

    private void run() {
        try {
            while (!ended) {
                takeInputs();
                noticeSuspension();
                dispatcher.advance(clock.nanos(), command -> commands.run(command, suspended));
                publish(dispatcher.status());
                idle = dispatcher.isIdle();
                if (stopping && dispatcher.isQuiet()) {
                    quiet.countDown();
                }
            }
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.DEBUG, "relay {0}: interrupted", name);
        } catch (RuntimeException | Error e) {
            OutOfMemory.report(e);
            LOG.log(System.Logger.Level.ERROR, "relay " + name + ": broken by a fault of its own", e);
            onBroken.accept(e);
        } finally {
            // Other relays of the process may wait for the permits that this one has or was promised.
            dispatcher.lost();
        }
    }

    /** A lease may have ended while this machine was suspended, so nothing is sent before it is renewed. */
    private void noticeSuspension() {
        long now = clock.suspendedNanos();
        if (now != suspended) {
            suspended = now;
            dispatcher.trust(leaseTrustedUntil - suspended);
        }
    }

    private void publish(DispatcherStatus now) {
        DispatcherStatus before = statusSnapshot.status();
        statusSnapshot = new StatusSnapshot(now, applied);
        if (!now.drained().minus(before.drained()).isEmpty()) {
            onDrained.run();
        }
    }

    private void takeInputs() throws InterruptedException {
        long wait = Clock.between(clock.nanos(), dispatcher.nextWakeup());
        Consumer<Dispatcher> input = inbox.poll(wait, TimeUnit.NANOSECONDS);
        while (input != null) {
            input.accept(dispatcher);
            input = inbox.poll();
        }
    }
}

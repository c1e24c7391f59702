package dev.signalbox.core.delivery;

import dev.signalbox.core.delivery.OutletPolicy.Limits;
import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A dispatcher with many outlets: a usual policy, with changes for some of them. */
final class OutletsFixture implements OutletPolicies {
    static final Limits USUAL_LIMITS = new Limits(2, 10, 20, 0, false);

    OutletPolicy usual = new OutletPolicy(
            Ordering.BLOCK,
            false,
            new RetryPolicy(3, new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0)),
            new SinkLimits(1, 1_000_000),
            OutletPolicy.usualProbes(Duration.ofMinutes(1)),
            USUAL_LIMITS);

    final Map<Long, OutletPolicy> policies = new HashMap<>();
    StartLimits startLimits = StartLimits.NO_LIMITS;
    Permits permits = new SharedPermits(Integer.MAX_VALUE, new ProcessRequests()).share(() -> {});
    int requests = 10;
    DispatcherSettings.Buffer buffer = new DispatcherSettings.Buffer(100, 1_000_000, 50);

    @Override
    public OutletPolicy of(long outlet) {
        return policies.getOrDefault(outlet, usual);
    }

    @Override
    public int firstClaim() {
        return 10;
    }

    OutletsFixture ordering(long outlet, Ordering ordering) {
        OutletPolicy policy = of(outlet);
        policies.put(
                outlet,
                new OutletPolicy(ordering, false, policy.retry(), policy.sink(), policy.probes(), policy.limits()));
        return this;
    }

    OutletsFixture limits(long outlet, UnaryOperator<Limits> change) {
        policies.put(outlet, of(outlet).with(change.apply(of(outlet).limits())));
        return this;
    }

    OutletsFixture rank(long outlet, int rank) {
        return limits(outlet, it -> new Limits(it.requests(), it.held(), it.postponed(), rank, it.paused()));
    }

    OutletsFixture paused(long outlet, boolean paused) {
        return limits(outlet, it -> it.paused(paused));
    }

    OutletsFixture requests(int most) {
        requests = most;
        return this;
    }

    OutletsFixture pool(PoolLimits.Pool pool) {
        startLimits = new PoolLimits(_ -> 1, _ -> pool);
        return this;
    }

    /** A dispatcher that owns its relay and has recovered, over an empty outbox. */
    DispatcherDriver driver() {
        var settings = new DispatcherSettings(
                this,
                requests,
                buffer,
                PollSchedule.Settings.every(Duration.ofSeconds(1)),
                new DispatcherSettings.Maintenance(Duration.ofMinutes(1), Duration.ZERO));
        var driver = new DispatcherDriver(settings, permits, startLimits);
        driver.own();
        driver.run();
        return driver;
    }

    /** Writes so many ungrouped messages for an outlet. */
    static void insert(DispatcherDriver driver, long outlet, int count) {
        for (int i = 0; i < count; i++) {
            driver.outbox.insert("_" + (outlet * 100_000 + i)).outlet(outlet);
        }
        driver.dispatcher.wake();
    }

    /** Writes messages with these ids for an outlet. */
    static void insert(DispatcherDriver driver, long outlet, String... ids) {
        for (String id : ids) {
            driver.outbox.insert(id).outlet(outlet);
        }
        driver.dispatcher.wake();
    }
}

package dev.signalbox.runtime;

import dev.signalbox.runtime.admin.Health;
import java.util.ArrayList;
import java.util.List;

/** Where the relays are between their start and their end, as the readiness check sees it. */
public final class Lifecycle implements Readiness {
    /** In this order. */
    public enum Phase {
        STARTING,
        RUNNING,
        STOPPING,
        /** Ended by itself, after an error that nothing can go on from. */
        BROKEN
    }

    private final String what;
    private final RelayService relayService;
    private volatile Phase phase = Phase.STARTING;

    /** @param what it is that starts and ends, as the check is called */
    public Lifecycle(String what, RelayService relayService) {
        this.what = what;
        this.relayService = relayService;
    }

    public void enter(Phase next) {
        phase = next;
    }

    @Override
    public Health health() {
        List<Health.Check> checks = new ArrayList<>();
        checks.add(
                switch (phase) {
                    case RUNNING -> new Health.Check(what, Health.Status.UP, null);
                    case STARTING -> down("starting");
                    case STOPPING -> down("stopping");
                    case BROKEN -> down("ended after an error that the log tells of; start anew");
                });
        checks.addAll(relayService.checks());
        return Health.of(checks);
    }

    private Health.Check down(String why) {
        return new Health.Check(what, Health.Status.DOWN, why);
    }
}

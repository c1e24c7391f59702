package dev.signalbox.runtime;

import dev.signalbox.runtime.admin.Health;
import java.util.ArrayList;
import java.util.List;

/** The phase of the relays between start and stop, as the readiness check reports it. */
public final class Lifecycle {
    /** The phases, in the order in which they follow each other. */
    public enum Phase {
        STARTING,
        RUNNING,
        STOPPING,
        /** Ended without a request to stop, after an unrecoverable error. */
        BROKEN
    }

    private final String what;
    private final RelayService relayService;
    private volatile Phase phase = Phase.STARTING;

    /** @param what the name of the check: what starts and stops */
    public Lifecycle(String what, RelayService relayService) {
        this.what = what;
        this.relayService = relayService;
    }

    public void enter(Phase next) {
        phase = next;
    }

    /** Up on a standby too; down while starting or stopping, and when a database has been unreachable for long. */
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

package dev.signalbox.runtime;

import dev.signalbox.runtime.office.Health;
import java.util.ArrayList;
import java.util.List;

/** Where the relays are between their start and their end, as the readiness check sees it. */
public final class Lifecycle implements Readiness {
    /** In this order. */
    public enum Phase {
        STARTING,
        RUNNING,
        STOPPING
    }

    private final Delivery delivery;
    private volatile Phase phase = Phase.STARTING;

    public Lifecycle(Delivery delivery) {
        this.delivery = delivery;
    }

    public void enter(Phase next) {
        phase = next;
    }

    @Override
    public Health health() {
        Phase now = phase;
        List<Health.Check> checks = new ArrayList<>();
        checks.add(new Health.Check(
                "program",
                now == Phase.RUNNING ? Health.Status.UP : Health.Status.DOWN,
                now == Phase.RUNNING ? null : now == Phase.STARTING ? "starting" : "stopping"));
        checks.addAll(delivery.checks());
        return Health.of(checks);
    }
}

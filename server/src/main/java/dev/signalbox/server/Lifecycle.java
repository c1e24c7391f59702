package dev.signalbox.server;

import dev.signalbox.server.web.Health;
import dev.signalbox.server.web.Readiness;
import java.util.ArrayList;
import java.util.List;

/** Where the program is between its start and its end, as the readiness check sees it. */
final class Lifecycle implements Readiness {
    /** In this order. */
    enum Phase {
        STARTING,
        RUNNING,
        STOPPING
    }

    private final Delivery delivery;
    private volatile Phase phase = Phase.STARTING;

    Lifecycle(Delivery delivery) {
        this.delivery = delivery;
    }

    void enter(Phase next) {
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

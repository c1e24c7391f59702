package dev.signalbox.testkit.sim;

import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimMode;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a seed decides: how many nodes, which messages, which faults. All faults end at {@link #CALM}. */
final class SimulationPlan {
    /** When the faults are over. */
    static final long CALM = Duration.ofSeconds(40).toNanos();
    /** When everything must have been delivered. */
    static final long END = Duration.ofMinutes(5).toNanos();

    final int nodes;
    final int messages;
    final int groups;
    final boolean perItemAnswers;
    final int batchSize;
    final int bufferSize;
    final int maxRequests;
    final int maxRetries;
    final Ordering ordering;

    final double requestLost;
    final double answerLost;
    final double databaseLost;
    final double flaky;
    final double liar;
    final double hotGroup;
    final int crashes;
    final int pauses;
    final int partitions;
    final int outages;
    final int restarts;
    final int rowLocks;
    final int pauseOrders;
    final RelaySharing sharing;
    final ClaimMode claimMode;
    final Set<Integer> poison = new HashSet<>();
    final Set<Integer> killers = new HashSet<>();
    final Set<Integer> hangers = new HashSet<>();
    /** Null if the relay has one outlet. */
    final @Nullable OutletPlan outlets;

    SimulationPlan(VirtualTime time) {
        this(time, false);
    }

    SimulationPlan(VirtualTime time, boolean hasOutlets) {
        var random = time.random;
        nodes = 1 + random.nextInt(3);
        messages = hasOutlets ? 150 + random.nextInt(250) : 20 + random.nextInt(120);
        groups = 1 + random.nextInt(8);
        perItemAnswers = random.nextBoolean();
        batchSize = 1 + random.nextInt(12);
        bufferSize = hasOutlets ? 30 + random.nextInt(40) : 4 + random.nextInt(40);
        maxRequests = hasOutlets ? 12 + random.nextInt(8) : 1 + random.nextInt(4);
        maxRetries = random.nextInt(4);
        ordering = time.chance(0.8) ? Ordering.BLOCK : time.chance(0.5) ? Ordering.SKIP : Ordering.NONE;
        hotGroup = time.chance(0.3) ? 0.8 : 0;
        // One seed in five has no faults: there the strictest bounds apply.
        boolean calm = time.chance(0.2);
        requestLost = calm || time.chance(0.5) ? 0 : 0.05;
        answerLost = calm || time.chance(0.5) ? 0 : 0.1;
        databaseLost = calm || time.chance(0.5) ? 0 : 0.05;
        flaky = calm || time.chance(0.5) ? 0 : 0.15;
        liar = calm || time.chance(0.7) ? 0 : 0.05;
        crashes = calm ? 0 : random.nextInt(4);
        pauses = calm ? 0 : random.nextInt(4);
        partitions = calm ? 0 : random.nextInt(3);
        outages = calm ? 0 : random.nextInt(3);
        restarts = calm ? random.nextInt(2) : random.nextInt(3);
        rowLocks = calm ? 0 : random.nextInt(6);
        sharing = time.chance(0.7) ? RelaySharing.SPREAD : RelaySharing.WHOLE;
        claimMode = time.chance(0.5) ? ClaimMode.OWN : ClaimMode.MARK;
        pauseOrders = calm ? 0 : random.nextInt(2);
        pick(time, poison, calm ? 0 : random.nextInt(3));
        pick(time, killers, calm || time.chance(0.7) ? 0 : 1 + random.nextInt(2));
        pick(time, hangers, calm || time.chance(0.7) ? 0 : 1);
        outlets = hasOutlets ? new OutletPlan(time, calm) : null;
    }

    /** The ordering of an outlet, or of the relay if it has one only. */
    Ordering ordering(long outlet) {
        return outlets == null ? ordering : outlets.ordering(outlet);
    }

    private void pick(VirtualTime time, Set<Integer> chosen, int howMany) {
        for (int i = 0; i < howMany; i++) {
            chosen.add(time.random.nextInt(messages));
        }
    }

    boolean isCalm() {
        boolean nothingFails = crashes + pauses + partitions + outages == 0 && killers.isEmpty() && hangers.isEmpty();
        return nothingFails && databaseLost + answerLost + requestLost + flaky == 0;
    }

    /** No faults, and nothing else to wait for: no new start, no lock, no command of an operator. */
    boolean isUndisturbed() {
        return isCalm() && restarts + rowLocks + pauseOrders == 0;
    }

    @Override
    public String toString() {
        return nodes + " nodes, " + messages + " messages in " + groups + " groups (" + ordering + "), batch "
                + batchSize
                + ", buffer " + bufferSize + ", " + maxRequests + " requests, " + maxRetries + " retries; " + crashes
                + " crashes, " + pauses + " pauses, " + partitions + " partitions, " + outages + " outages, " + restarts
                + " restarts, " + rowLocks + " row locks, " + pauseOrders + " orders to pause, " + sharing + " "
                + claimMode + ", poison " + poison + ", killers " + killers + ", hangers " + hangers + ", lost "
                + requestLost + "/" + answerLost + "/" + databaseLost + ", flaky " + flaky + ", liar " + liar
                + (outlets == null ? "" : "; " + outlets);
    }
}

package dev.signalbox.testkit.sim;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Checks what each outlet may take of what all share. */
final class OutletOracle {
    /** What all owners together may read of a dead outlet before they know, and then once per probe. */
    private static final int READ_BEFORE_KNOWN = 40;

    private static final int PROBES_PER_SECOND = 3;

    /** An outlet as one node sees it. */
    private record OutletAtNode(int node, long outlet) {}

    private final VirtualTime time;
    private final SimulationPlan plan;
    private final BiConsumer<String, String> violate;
    private final Map<OutletAtNode, Integer> held = new HashMap<>();
    private final Map<OutletAtNode, Integer> requests = new HashMap<>();
    private final Map<Long, Integer> readWhileDead = new HashMap<>();

    /** @param violate gets the promise that is broken, and how */
    OutletOracle(VirtualTime time, SimulationPlan plan, BiConsumer<String, String> violate) {
        this.time = time;
        this.plan = plan;
        this.violate = violate;
    }

    void fetched(int node, long outlet) {
        int count = held.merge(new OutletAtNode(node, outlet), 1, Integer::sum);
        if (plan.isUndisturbed() && count > OutletPlan.MOST_HELD) {
            violate.accept("P6", "node " + node + " holds " + count + " messages of outlet " + outlet);
        }
        if (plan.outlets != null && plan.outlets.isDead(outlet)) {
            int read = readWhileDead.merge(outlet, 1, Integer::sum);
            long most = READ_BEFORE_KNOWN + PROBES_PER_SECOND * time.now() / 1_000_000_000;
            if (plan.isCalm() && read > most) {
                violate.accept("P6", read + " messages of outlet " + outlet + " were read although it is dead");
            }
        }
    }

    void settled(int node, long outlet) {
        held.merge(new OutletAtNode(node, outlet), -1, Integer::sum);
    }

    void sendStarts(int node, long outlet) {
        int count = requests.merge(new OutletAtNode(node, outlet), 1, Integer::sum);
        if (count > OutletPlan.MOST_REQUESTS) {
            violate.accept("P6", "node " + node + " has " + count + " requests of outlet " + outlet + " in flight");
        }
    }

    void sendEnds(int node, long outlet) {
        requests.merge(new OutletAtNode(node, outlet), -1, Integer::sum);
    }

    /** The node lost its memory. */
    void died(int node) {
        held.keySet().removeIf(key -> key.node() == node);
        requests.keySet().removeIf(key -> key.node() == node);
    }
}

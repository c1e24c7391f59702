package dev.signalbox.testkit.sim;

import dev.signalbox.core.delivery.Permits;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The nodes of one process, which end together, each with a relay on a database of its own. */
final class SimProcess {
    private final VirtualTime time;
    private final boolean takesTurns;
    private final List<SimNode> nodes = new ArrayList<>();
    private ProcessRequests requests = new ProcessRequests();

    /** @param takesTurns whether one relay at a time may send suspects */
    SimProcess(VirtualTime time, boolean takesTurns) {
        this.time = time;
        this.takesTurns = takesTurns;
    }

    SimNode node(SimulatedCluster cluster, int index) {
        SimNode node = new SimNode(cluster, index, this);
        nodes.add(node);
        return node;
    }

    Permits permits(Runnable wake) {
        return new SharedPermits(Integer.MAX_VALUE, takesTurns ? requests : new ProcessRequests()).share(wake);
    }

    /** How many messages its relays hold. */
    int held() {
        return nodes.stream().mapToInt(node -> node.dispatcher.status().held()).sum();
    }

    void crash() {
        requests = new ProcessRequests();
        nodes.forEach(SimNode::die);
        time.in(time.between(Duration.ofMillis(100), Duration.ofSeconds(6)), () -> nodes.forEach(SimNode::start));
    }
}

package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Several nodes of the packaged program that share the relays of one configuration. */
final class Cluster {
    private static final int SHARDS = 64;

    private final World world;
    private final ConfigText config;
    private final Map<String, Program> nodes = new LinkedHashMap<>();

    Cluster(World world, ConfigText config) {
        this.world = world;
        this.config = config;
    }

    /** Starts nodes and returns when each of them has its share. */
    Cluster start(String... names) {
        for (String name : names) {
            nodes.put(name, world.launch(name, config.properties(), Map.of("SIGNALBOX_NODE_NAME", name)));
        }
        for (String name : names) {
            node(name).awaitReady();
        }
        return awaitBalance();
    }

    Program node(String name) {
        Program program = nodes.get(name);
        if (program == null) {
            throw new IllegalArgumentException("there is no node " + name);
        }
        return program;
    }

    /** The node is not counted any more. */
    Program remove(String name) {
        Program program = node(name);
        nodes.remove(name);
        return program;
    }

    /** Waits until every shard belongs to one of the nodes, and none has more than its share. */
    Cluster awaitBalance() {
        int most = (SHARDS + nodes.size() - 1) / nodes.size();
        await().alias("shards are spread over " + nodes.keySet())
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> isSpreadOver(most));
        return this;
    }

    private boolean isSpreadOver(int most) {
        int all = 0;
        for (String name : nodes.keySet()) {
            int owned = shardsOf(name);
            if (owned > most) {
                return false;
            }
            all += owned;
        }
        return all == SHARDS;
    }

    /** How many shards of the events this node owns by a lease that has not run out. */
    int shardsOf(String name) {
        return world.outbox().rows("""
                        SELECT s.shard FROM signalbox.shards s JOIN signalbox.nodes n USING (incarnation)
                        WHERE s.relay LIKE '%outbox_events' AND n.expires_at > now() AND n.node = '""" + name + "'").size();
    }

    /** The only node that owns something of these shards. */
    String ownerOf(int shard) {
        List<String> owners = world.outbox()
                .rows("SELECT n.node FROM signalbox.shards s JOIN signalbox.nodes n USING (incarnation)"
                        + " WHERE s.relay LIKE '%outbox_events' AND s.shard = " + shard);
        if (owners.size() != 1) {
            throw new AssertionError("shard " + shard + " belongs to " + owners);
        }
        return owners.getFirst();
    }
}

package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Several nodes of the packaged program that share the relays of one configuration. */
final class Cluster {
    private static final int SHARDS = 64;

    private final World<?> world;
    private final ConfigText config;
    private final Map<String, Program> nodes = new LinkedHashMap<>();

    Cluster(World<?> world, ConfigText config) {
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
        Collection<String> owners = world.outbox().owners().values();
        int all = 0;
        for (String name : nodes.keySet()) {
            int owned = Collections.frequency(owners, name);
            if (owned > most) {
                return false;
            }
            all += owned;
        }
        return all == SHARDS;
    }

    /** How many shards of the events this node owns by a lease that has not run out. */
    int shardsOf(String name) {
        return Collections.frequency(world.outbox().owners().values(), name);
    }

    /** The node that owns this shard of the events. */
    String ownerOf(int shard) {
        String owner = world.outbox().owners().get(shard);
        if (owner == null) {
            throw new AssertionError("shard " + shard + " belongs to nobody");
        }
        return owner;
    }

    /** Whether this node owned, when it was asked, what a message belongs to. */
    Predicate<Item> messagesOf(String name) {
        Map<Integer, String> owners = world.outbox().owners();
        return item -> name.equals(owners.get(Shards.shardOf(item.group().isEmpty() ? item.id() : item.group())));
    }
}

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

    private final ScenarioFixture<?> scenarioFixture;
    private final ConfigText config;
    private final Map<String, SignalboxProcess> nodes = new LinkedHashMap<>();

    Cluster(ScenarioFixture<?> scenarioFixture, ConfigText config) {
        this.scenarioFixture = scenarioFixture;
        this.config = config;
    }

    /** Starts nodes and returns when each of them owns its share of shards. */
    Cluster start(String... names) {
        for (String name : names) {
            nodes.put(name, scenarioFixture.launch(name, config.properties(), Map.of("SIGNALBOX_NODE_NAME", name)));
        }
        for (String name : names) {
            node(name).awaitReady();
        }
        return awaitBalance();
    }

    SignalboxProcess node(String name) {
        SignalboxProcess signalboxProcess = nodes.get(name);
        if (signalboxProcess == null) {
            throw new IllegalArgumentException("there is no node " + name);
        }
        return signalboxProcess;
    }

    /** Removes the node from the cluster's count. */
    SignalboxProcess remove(String name) {
        SignalboxProcess signalboxProcess = node(name);
        nodes.remove(name);
        return signalboxProcess;
    }

    /** Waits until each shard belongs to one of the nodes, and none owns more than its share. */
    Cluster awaitBalance() {
        int most = (SHARDS + nodes.size() - 1) / nodes.size();
        await().alias("shards are spread over " + nodes.keySet())
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> isSpreadOver(most));
        return this;
    }

    private boolean isSpreadOver(int most) {
        Collection<String> owners = scenarioFixture.outbox().owners().values();
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

    /** The number of event shards that this node owns with a valid lease. */
    int shardsOf(String name) {
        return Collections.frequency(scenarioFixture.outbox().owners().values(), name);
    }

    /** The node that owns this shard of the events. */
    String ownerOf(int shard) {
        String owner = scenarioFixture.outbox().owners().get(shard);
        if (owner == null) {
            throw new AssertionError("shard " + shard + " belongs to nobody");
        }
        return owner;
    }

    /** Matches the messages of the shards that this node owns at the time of this call. */
    Predicate<ReceivedItem> messagesOf(String name) {
        Map<Integer, String> owners = scenarioFixture.outbox().owners();
        return receivedItem -> name.equals(
                owners.get(Shards.shardOf(receivedItem.group().isEmpty() ? receivedItem.id() : receivedItem.group())));
    }
}

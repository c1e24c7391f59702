package dev.signalbox.testkit.lease;

import dev.signalbox.core.coordination.RelaySharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A contract each of whose tests has a fresh database, and nodes that are closed before it. */
public abstract class FixtureContract<F extends NodeFixture> {
    private final List<LeaseNode> nodes = new ArrayList<>();
    private F database;

    /** A fresh database. */
    protected abstract F fixture() throws Exception;

    protected final F database() {
        return database;
    }

    @BeforeEach
    void createDatabase() throws Exception {
        database = fixture();
    }

    @AfterEach
    void dropDatabase() throws Exception {
        nodes.reversed().forEach(LeaseNode::close);
        database.close();
    }

    protected final LeaseNode join(String name, RelaySharing sharing, Duration ttl) throws Exception {
        return join(name, database.open(name, sharing), ttl);
    }

    final LeaseNode join(String name, NodeComponents components, Duration ttl) throws Exception {
        LeaseNode node = LeaseNode.join(name, components, ttl);
        nodes.add(node);
        return node;
    }
}

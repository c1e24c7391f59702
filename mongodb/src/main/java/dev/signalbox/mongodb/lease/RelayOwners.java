package dev.signalbox.mongodb.lease;

import dev.signalbox.core.admin.RelayStatus;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.mongodb.connection.MongoConnections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonDocument;

/** Lists the owners of a relay whose lease has not expired. */
public final class RelayOwners {
    private final NodeDocuments nodes;

    public RelayOwners(MongoConnections connections) {
        this.nodes = new NodeDocuments(connections, false);
    }

    /** The owners that a relay's document names. */
    public List<RelayStatus.Owner> of(BsonDocument document) {
        RelayDocument relay = RelayDocument.of(document);
        List<RelayStatus.Owner> owners = new ArrayList<>();
        for (NodeLease lease : nodes.all()) {
            boolean leads = lease.incarnation().equals(relay.leader());
            Shards shards = leads ? Shards.ALL : relay.shardsOf(lease.incarnation()::equals);
            if (lease.isLive() && !shards.isEmpty()) {
                owners.add(new RelayStatus.Owner(lease.node(), lease.incarnation(), shards));
            }
        }
        owners.sort(Comparator.comparing(RelayStatus.Owner::node).thenComparing(RelayStatus.Owner::incarnation));
        return owners;
    }
}

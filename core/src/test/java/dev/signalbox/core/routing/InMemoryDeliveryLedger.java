package dev.signalbox.core.routing;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A delivery ledger in memory. */
public final class InMemoryDeliveryLedger implements DeliveryLedger, ClusterBacklog {
    public final Map<String, Set<String>> delivered = new HashMap<>();
    public final Map<String, List<Message>> owed = new HashMap<>();
    public final Set<Incarnation> fenced = new HashSet<>();
    public boolean broken;

    @Override
    public synchronized Map<String, Set<String>> delivered(Collection<String> ids) throws SourceException {
        check();
        Map<String, Set<String>> found = new HashMap<>(delivered);
        found.keySet().retainAll(ids);
        return Map.copyOf(found);
    }

    private void check(Incarnation owner) throws SourceException {
        check();
        if (fenced.contains(owner)) {
            throw new SourceException("the lease of " + owner + " has ended");
        }
    }

    private void check() throws SourceException {
        if (broken) {
            throw new SourceException("the database is away");
        }
    }

    @Override
    public synchronized void record(Incarnation owner, Map<String, Set<String>> clustersById) throws SourceException {
        check(owner);
        clustersById.forEach((id, clusters) -> {
            Set<String> all = new HashSet<>(delivered.getOrDefault(id, Set.of()));
            all.addAll(clusters);
            delivered.put(id, all);
        });
    }

    @Override
    public synchronized void forget(Incarnation owner, Collection<String> ids) throws SourceException {
        check(owner);
        ids.forEach(delivered::remove);
    }

    @Override
    public synchronized void reset(Collection<String> ids) throws SourceException {
        check();
        ids.forEach(delivered::remove);
    }

    @Override
    public synchronized Set<String> groupsBehind(String cluster, Collection<String> groups) throws SourceException {
        check();
        Set<String> found = new HashSet<>();
        for (Message message : owed.getOrDefault(cluster, List.of())) {
            if (message.group() != null && groups.contains(message.group())) {
                found.add(message.group());
            }
        }
        return found;
    }

    @Override
    public synchronized void add(Incarnation owner, String cluster, List<Message> messages) throws SourceException {
        check(owner);
        owed.computeIfAbsent(cluster, _ -> new ArrayList<>()).addAll(messages);
    }
}

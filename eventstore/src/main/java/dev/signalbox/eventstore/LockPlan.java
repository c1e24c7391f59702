package dev.signalbox.eventstore;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The locks of one append: shared ones for its events, exclusive ones for what its condition reads. An event and a condition
 * that it matches always share a key; {@code docs/eventstore.md} explains why.
 */
final class LockPlan {
    private final SortedMap<Long, Boolean> exclusiveByKey = new TreeMap<>();

    private LockPlan() {}

    static LockPlan of(List<AppendEvent> events, AppendCondition condition) {
        LockPlan plan = new LockPlan();
        condition.decision().ifPresent(decision -> plan.read(decision.model()));
        condition.repetition().ifPresent(plan::read);
        events.forEach(plan::write);
        if (plan.exclusiveByKey.size() > Limits.LOCKS) {
            plan.exclusiveByKey.clear();
            plan.exclusive(LockKey.log());
        }
        return plan;
    }

    /** The keys in ascending order; all writers lock in this order, which prevents deadlocks. */
    Long[] keys() {
        return exclusiveByKey.keySet().toArray(Long[]::new);
    }

    /** For each key, whether its lock is exclusive. */
    Boolean[] exclusive() {
        return exclusiveByKey.values().toArray(Boolean[]::new);
    }

    private void write(AppendEvent event) {
        shared(LockKey.log());
        shared(LockKey.type(event.type()));
        for (Tag tag : event.tags()) {
            shared(LockKey.tag(tag));
            shared(LockKey.typeAndTag(event.type(), tag));
        }
    }

    private void read(Query query) {
        if (query.items().isEmpty()) {
            exclusive(LockKey.log());
        }
        query.items().forEach(this::read);
    }

    private void read(QueryItem item) {
        if (item.tags().isEmpty()) {
            readTypes(item.types());
            return;
        }
        Tag tag = mostSelective(item.tags());
        if (item.types().isEmpty()) {
            exclusive(LockKey.tag(tag));
        }
        item.types().forEach(type -> exclusive(LockKey.typeAndTag(type, tag)));
    }

    private void readTypes(List<String> types) {
        if (types.isEmpty()) {
            exclusive(LockKey.log());
        }
        types.forEach(type -> exclusive(LockKey.type(type)));
    }

    /**
     * A matching event has all tags of the item, so the lock of any one of them suffices. Few events should share it: a long
     * value is probably an id, a short one a tenant or a country.
     */
    private static Tag mostSelective(List<Tag> tags) {
        return tags.stream()
                .max(Comparator.comparingInt((Tag tag) -> tag.value().length()).thenComparing(Tag::toString))
                .orElseThrow();
    }

    private void shared(long key) {
        exclusiveByKey.putIfAbsent(key, false);
    }

    private void exclusive(long key) {
        exclusiveByKey.put(key, true);
    }
}

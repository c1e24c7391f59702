package dev.signalbox.eventstore;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The locks of one append: shared ones for its events, exclusive ones for what its condition reads. An event and a condition
 * that it matches always share a key; {@code docs/eventstore.md} explains why.
 */
final class LockPlan {
    /**
     * The keys of the advisory locks begin with this. All writers must use the same keys, whatever their version: a change
     * here changes the protocol. Two names with the same key only wait for each other.
     */
    private static final String KEY_PREFIX = "signalbox events\0";

    private final SortedMap<Long, Boolean> exclusiveByKey = new TreeMap<>();

    private LockPlan() {}

    static LockPlan of(List<AppendEvent> events, AppendCondition condition) {
        LockPlan plan = new LockPlan();
        condition.decision().ifPresent(decision -> plan.read(decision.model()));
        condition.repetition().ifPresent(plan::read);
        events.forEach(plan::write);
        if (plan.exclusiveByKey.size() > Limits.LOCKS) {
            plan.exclusiveByKey.clear();
            plan.exclusive(logKey());
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
        shared(logKey());
        shared(typeKey(event.type()));
        for (Tag tag : event.tags()) {
            shared(tagKey(tag));
            shared(typeAndTagKey(event.type(), tag));
        }
    }

    private void read(Query query) {
        if (query.items().isEmpty()) {
            exclusive(logKey());
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
            exclusive(tagKey(tag));
        }
        item.types().forEach(type -> exclusive(typeAndTagKey(type, tag)));
    }

    private void readTypes(List<String> types) {
        if (types.isEmpty()) {
            exclusive(logKey());
        }
        types.forEach(type -> exclusive(typeKey(type)));
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

    /** Every event. */
    static long logKey() {
        return number("log");
    }

    /** Events of a type, whatever their tags. */
    static long typeKey(String type) {
        return number("type\0" + type);
    }

    /** Events with a tag, whatever their type. */
    static long tagKey(Tag tag) {
        return number("tag\0" + tag);
    }

    /** Events of a type with a tag. */
    static long typeAndTagKey(String type, Tag tag) {
        return number("both\0" + type + "\0" + tag);
    }

    private static long number(String name) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest((KEY_PREFIX + name).getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

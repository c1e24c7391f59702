package dev.signalbox.testkit.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A relay on top of a follower that does what a dispatcher may do, but at random: one batch of a group at a time. */
final class RandomLogRelay {
    private static final int MOST_ATTEMPTS = 2;

    final Incarnation owner;
    private final LogFollower follower;
    private final LogOracle oracle;
    private final RandomGenerator random;
    private final Map<String, GroupQueue> queues = new LinkedHashMap<>();
    private final List<Settlement> unsettled = new ArrayList<>();
    private final Set<String> heldGroups = new HashSet<>();
    private final Set<String> heldMessages = new HashSet<>();
    /** Groups released since the last claim began. */
    private final Set<String> gaveWay = new HashSet<>();

    private boolean healthy;
    private boolean more;

    private static final class GroupQueue {
        final List<Message> messages = new ArrayList<>();
        int unsettled;
        /** A part of it is being released, which is not recorded yet. */
        boolean givesWay;

        final Optional<String> group;

        GroupQueue(@Nullable String group) {
            this.group = Optional.ofNullable(group);
        }
    }

    RandomLogRelay(Incarnation owner, LogFollower follower, LogOracle oracle, RandomGenerator random) {
        this.owner = owner;
        this.follower = follower;
        this.oracle = oracle;
        this.random = random;
    }

    /** From now on only poisonous events fail. */
    void heal() {
        healthy = true;
    }

    boolean isQuiet() {
        return queues.isEmpty() && unsettled.isEmpty() && heldGroups.isEmpty() && heldMessages.isEmpty() && !more;
    }

    /** The lease was lost and regained: the relay has dropped everything. */
    void dropEverything() {
        queues.clear();
        unsettled.clear();
        heldGroups.clear();
        heldMessages.clear();
        follower.gained(owner, Shards.ALL);
    }

    private static String nameOf(Message message) {
        return message.group() == null ? "single " + message.id() : "group " + message.group();
    }

    void claim() throws SourceException {
        int messages = 1 + random.nextInt(8);
        long bytes = random.nextInt(4) == 0 ? 20 : 1 << 20;
        Set<String> groups = new HashSet<>(heldGroups);
        queues.values().stream().filter(queue -> queue.givesWay).forEach(queue -> queue.group.ifPresent(groups::add));
        var request = new ClaimRequest(Shards.ALL, messages, bytes, 1 + random.nextInt(4), groups, heldMessages);
        gaveWay.clear();
        ClaimResult claimResult = follower.claim(owner, request);
        more = claimResult.more() || claimResult.heldBack();
        if (claimResult.messages().size() > messages) {
            oracle.wrong("more was claimed than was asked for");
        }
        Set<String> busy = Set.copyOf(queues.keySet());
        for (Message message : claimResult.messages()) {
            String name = nameOf(message);
            boolean held = heldMessages.contains(message.id())
                    || (message.group() != null && groups.contains(message.group()));
            if (held || (busy.contains(name) && message.group() == null)) {
                oracle.wrong(message.id() + " was claimed although it or its group is held");
            }
            GroupQueue queue = queues.computeIfAbsent(name, _ -> new GroupQueue(message.group()));
            if (message.group() != null && gaveWay.contains(message.group())) {
                judge(queue, message, Verdict.RELEASE);
                continue;
            }
            queue.messages.add(message);
            // Where all events are one group, no other group loses its turn.
            if (queue.messages.size() > request.perGroup() && !LogScenario.FEED.equals(message.group())) {
                oracle.wrong("more was claimed of " + name + " than was asked for");
            }
        }
    }

    void send() {
        List<GroupQueue> free = queues.values().stream()
                .filter(queue -> queue.unsettled == 0 && !queue.messages.isEmpty())
                .toList();
        if (free.isEmpty()) {
            return;
        }
        GroupQueue queue = free.get(random.nextInt(free.size()));
        List<Message> batch = List.copyOf(queue.messages.subList(0, 1 + random.nextInt(queue.messages.size())));
        queue.messages.removeAll(batch);
        boolean reachable = healthy || random.nextInt(8) > 0;
        if (reachable || random.nextBoolean()) {
            oracle.sent(
                    batch.stream().map(message -> Long.parseLong(message.id())).toList());
        }
        boolean givesWay = false;
        for (Message message : batch) {
            Verdict.Final verdict = reachable ? verdict(message, givesWay) : Verdict.RELEASE;
            givesWay |= judge(queue, message, verdict);
        }
        if (givesWay) {
            List<Message> rest = List.copyOf(queue.messages);
            queue.messages.clear();
            rest.forEach(message -> judge(queue, message, Verdict.RELEASE));
        }
    }

    private Verdict.Final verdict(Message message, boolean behindAFailure) {
        if (behindAFailure && random.nextInt(3) > 0) {
            return Verdict.RELEASE;
        }
        boolean poisonous = Long.parseLong(message.id()) % 11 == 3;
        boolean fails = poisonous || (!healthy && random.nextInt(5) == 0);
        if (!fails) {
            return Verdict.COMPLETE;
        }
        boolean last = message.attempts() >= MOST_ATTEMPTS || random.nextInt(6) == 0;
        return last ? new Verdict.Park("poison") : new Verdict.RetryAt(0, "failed");
    }

    private boolean judge(GroupQueue queue, Message message, Verdict.Final verdict) {
        queue.unsettled++;
        unsettled.add(new Settlement(message, verdict));
        long position = Long.parseLong(message.id());
        switch (verdict) {
            case Verdict.Complete() -> oracle.delivered(position);
            case Verdict.Park _ -> oracle.givenUp(position);
            case Verdict.RetryAt _ -> hold(message);
            case Verdict.Release() -> {
                if (random.nextInt(3) == 0) {
                    hold(message);
                }
            }
        }
        boolean givesWay = verdict instanceof Verdict.RetryAt || verdict instanceof Verdict.Release;
        queue.givesWay |= givesWay;
        if (givesWay) {
            queue.group.ifPresent(gaveWay::add);
        }
        return givesWay;
    }

    private void hold(Message message) {
        if (message.group() == null) {
            heldMessages.add(message.id());
        } else {
            heldGroups.add(message.group());
        }
    }

    void endHolds() {
        heldGroups.removeIf(_ -> healthy || random.nextBoolean());
        heldMessages.removeIf(_ -> healthy || random.nextBoolean());
    }

    /** Records some verdicts, in any order; failed writes are repeated. */
    void settle() throws SourceException {
        List<Settlement> part =
                unsettled.stream().filter(_ -> healthy || random.nextBoolean()).toList();
        if (part.isEmpty()) {
            return;
        }
        SettleResult settleResult = follower.settle(owner, part);
        unsettled.removeAll(part);
        for (Settlement settlement : part) {
            Message message = settlement.message();
            if (!settleResult.recorded().contains(message.id())) {
                oracle.wrong(message.id() + " was not ours any more");
            } else if (!(settlement.verdict() instanceof Verdict.RetryAt
                    || settlement.verdict() instanceof Verdict.Release)) {
                oracle.recorded(Long.parseLong(message.id()));
            }
            GroupQueue queue = queues.get(nameOf(message));
            if (queue != null && --queue.unsettled == 0) {
                queue.givesWay = false;
                if (queue.messages.isEmpty()) {
                    queues.remove(nameOf(message));
                }
            }
        }
    }

    /** What a node does that was stopped for so long that another one took over. */
    void wakeAsZombie() throws SourceException {
        // Releases are never written.
        List<Settlement> late = unsettled.stream()
                .filter(it -> !(it.verdict() instanceof Verdict.Release))
                .toList();
        if (!follower.settle(owner, late).recorded().isEmpty()) {
            oracle.wrong("a former owner settled something");
        }
    }

    void recover() throws SourceException {
        follower.recover(owner);
    }
}

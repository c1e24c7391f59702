package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.OutletDemand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * In-memory rows, claimed and settled as {@link ClaimSource} requires. An id's letters name its group; "_1" has none.
 */
final class MiniOutbox {
    /** Ids of locked rows. */
    final Set<String> locked = new HashSet<>();

    /** Whether more of a group is claimed while some of it is claimed already, as a log in global order does. */
    boolean handsOutMore;

    enum State {
        PENDING,
        CLAIMED,
        DONE,
        FAILED
    }

    static final class Row {
        final String id;
        final @Nullable String group;
        Payload payload = Payload.of("{}");
        State state = State.PENDING;
        int attempts;
        long outlet;
        Suspicion suspicion = Suspicion.NONE;

        Row(String id) {
            this.id = id;
            String letters = id.replaceAll("[0-9]+$", "");
            this.group = letters.equals("_") ? null : letters;
        }

        /** Of this outlet; its shard is that of its outlet then. */
        Row outlet(long number) {
            outlet = number;
            return this;
        }

        Row size(int bytes) {
            payload = Payload.of(new byte[bytes]);
            return this;
        }

        Row leftBehind(long bytes) {
            payload = Payload.leftBehind(bytes);
            return this;
        }

        Row attempts(int count) {
            attempts = count;
            return this;
        }

        Row suspicion(Suspicion suspected) {
            suspicion = suspected;
            return this;
        }

        Message message() {
            String key = group == null ? id : group;
            return new Message(
                            id,
                            group,
                            Shards.shardOf(outlet == 0 ? key : "outlet " + outlet),
                            "test",
                            payload,
                            attempts,
                            Instant.EPOCH,
                            CLAIM,
                            suspicion)
                    .to(outlet);
        }

        /** Its group within its outlet. */
        String key() {
            return outlet + " " + group;
        }
    }

    private static final Claim CLAIM = new Claim(1, Instant.EPOCH);

    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final OutletPolicies policies;
    private final StartLimits pools;

    MiniOutbox(OutletPolicies policies, StartLimits pools) {
        this.policies = policies;
        this.pools = pools;
    }

    Row insert(String id) {
        Row row = new Row(id);
        rows.put(id, row);
        return row;
    }

    Row row(String id) {
        Row row = rows.get(id);
        if (row == null) {
            throw new NoSuchElementException("no row " + id);
        }
        return row;
    }

    List<String> in(State state) {
        return rows.values().stream()
                .filter(row -> row.state == state)
                .map(row -> row.id)
                .toList();
    }

    ClaimResult claim(ClaimRequest request) {
        Set<String> closed = closedGroups(request);
        Map<String, Integer> runs = new HashMap<>();
        Map<Long, Integer> ofOutlet = new HashMap<>();
        List<Message> claimed = new ArrayList<>();
        long bytes = 0;
        boolean more = false;
        for (Row row : inTurns(request.outlets())) {
            boolean grouped = policies.of(row.outlet).ordering() != Ordering.NONE && row.group != null;
            String group = grouped ? row.key() : null;
            if (!isFree(row, request) || (group != null && closed.contains(group))) {
                continue;
            }
            if (ofOutlet.getOrDefault(row.outlet, 0) >= request.outlets().roomOf(row.outlet)) {
                closed.add(row.key());
                continue;
            }
            boolean fits = claimed.size() < request.messages()
                    && (claimed.isEmpty() || bytes + row.message().heldBytes() <= request.bytes());
            boolean turn = group == null || runs.merge(group, 1, Integer::sum) <= request.perGroup();
            if (!fits || !turn) {
                more |= !fits;
                closed.add(row.key());
                continue;
            }
            row.state = State.CLAIMED;
            bytes += row.message().heldBytes();
            ofOutlet.merge(row.outlet, 1, Integer::sum);
            claimed.add(row.message());
        }
        return new ClaimResult(claimed, more);
    }

    /** The rows that wait and have room: one of each outlet, then another of each. */
    private List<Row> inTurns(OutletDemand demand) {
        Map<Long, Integer> turns = new HashMap<>();
        Map<Row, Integer> turnOf = new LinkedHashMap<>();
        for (Row row : rows.values()) {
            if (row.state == State.PENDING && demand.roomOf(row.outlet) > 0) {
                turnOf.put(row, row.outlet == 0 ? 0 : turns.merge(row.outlet, 1, Integer::sum));
            }
        }
        return turnOf.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean isFree(Row row, ClaimRequest request) {
        return !request.outlets().closedPools().contains(pools.poolOf(row.outlet))
                && !request.heldMessages().contains(row.id)
                && !request.outlets().waitingIn(row.outlet).heldMessages().contains(row.id)
                && request.shards().contains(row.message().shard());
    }

    private Set<String> closedGroups(ClaimRequest request) {
        Set<String> closed = new HashSet<>();
        request.heldGroups().forEach(group -> closed.add("0 " + group));
        request.outlets()
                .rooms()
                .forEach((outlet, room) -> room.heldGroups().forEach(group -> closed.add(outlet + " " + group)));
        for (Row row : rows.values()) {
            boolean holdExhausted = policies.of(row.outlet).holdExhausted();
            if ((row.state == State.CLAIMED && !handsOutMore) || (holdExhausted && row.state == State.FAILED)) {
                closed.add(row.key());
            }
        }
        return closed;
    }

    SettleResult settle(List<Settlement> settlements) {
        Set<String> recorded = new HashSet<>();
        Set<String> busy = new HashSet<>();
        for (Settlement settlement : settlements) {
            Row row = row(settlement.message().id());
            if (locked.contains(row.id)) {
                busy.add(row.id);
            } else if (row.state == State.CLAIMED) {
                record(row, settlement.verdict());
                recorded.add(row.id);
            }
        }
        return new SettleResult(recorded, busy);
    }

    private static void record(Row row, Verdict.Final verdict) {
        switch (verdict) {
            case Verdict.Complete() -> row.state = State.DONE;
            case Verdict.Park _ -> row.state = State.FAILED;
            case Verdict.Release() -> row.state = State.PENDING;
            case Verdict.RetryAt _ -> {
                row.state = State.PENDING;
                row.attempts++;
            }
        }
    }
}

package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Claims rows: one statement brings and marks a batch, and further ones follow only if it met nothing but held groups. */
final class ClaimRows {
    private static final int STATEMENTS = 16;
    private static final int GROUPS = 2_000;
    private static final int AHEAD = 256;
    private static final int FAR_AHEAD = 8_192;

    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final String relay;
    private final LookAhead lookAhead;
    private final Rotation rotation = new Rotation();
    private @Nullable Incarnation lastOwner;
    private long turn;

    ClaimRows(OutboxAccess access, OutboxSettings settings, String relay, LookAhead lookAhead) {
        this.access = access;
        this.settings = settings;
        this.relay = relay;
        this.lookAhead = lookAhead;
    }

    Claimed claim(Incarnation owner, Holdings holdings, ClaimRequest request) throws SourceException {
        if (request.messages() < 1) {
            return Claimed.NOTHING;
        }
        if (!owner.equals(lastOwner)) {
            lookAhead.forgetAll();
            lastOwner = owner;
        }
        for (int statement = 0; statement < STATEMENTS; statement++) {
            LookAhead.Offer offer = offer(holdings, request);
            ClaimedBatch batch = claimOnce(owner, holdings, request, offer);
            if (!batch.owned()) {
                lookAhead.forgetAll();
                return Claimed.NOTHING;
            }
            boolean odd = lookAhead.settle(offer, batch);
            remember(batch, perGroup(request));
            boolean found = !batch.messages().isEmpty();
            boolean more = advance(batch, request) || odd || (found && !lookAhead.isEmpty());
            if (found || !more) {
                return new Claimed(batch.messages(), more, batch.ahead().keySet());
            }
        }
        return new Claimed(List.of(), true, Set.of());
    }

    private boolean advance(ClaimedBatch batch, ClaimRequest request) {
        boolean found = !batch.messages().isEmpty();
        boolean filled = batch.picked() >= request.messages() || batch.fitting() < batch.picked();
        if (filled || batch.stoppedAt() != null) {
            rotation.stoppedAt(filled ? batch.lastFitting() : batch.stoppedAt(), found);
            return true;
        }
        return rotation.cameToTheEnd(found) || (found && settings.ordering() == Ordering.NONE);
    }

    private ClaimedBatch claimOnce(Incarnation owner, Holdings holdings, ClaimRequest request, LookAhead.Offer offer)
            throws SourceException {
        String resume = rotation.resume();
        int perGroup = perGroup(request);
        Map<String, Integer> limits = Map.of(
                "messages", rounded(request.messages()),
                "per_group", rounded(perGroup),
                // Far where few groups are read ahead: the larger a tie, the dearer it is to read again
                "ahead", lookAhead.hasMuchRoom() ? FAR_AHEAD : Math.max(AHEAD, rounded(perGroup)),
                "groups", Math.max(GROUPS, 2 * rounded(request.messages())));
        Sql sql = access.sql().get("claim", limits, flags(resume != null, rotation.looseFirst(), !offer.isEmpty()));
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("resume", resume);
        values.put("held_groups", passedOver(request, offer));
        putOffer(values, offer);
        values.put("held_messages", request.heldMessages().toArray(String[]::new));
        values.put("messages", request.messages());
        values.put("per_group", perGroup);
        values.put("bytes", request.bytes());
        values.put("max_payload", settings.maxPayloadBytes());
        try {
            ClaimedBatch batch =
                    access.write("claim rows", owner, connection -> run(connection, sql, values, holdings));
            holdings.claimed(batch.number(), batch.messages());
            return batch;
        } catch (SourceException e) {
            holdings.claimFailed();
            // What was offered is no longer remembered, so nothing behind it may be
            lookAhead.forgetAll();
            throw e;
        }
    }

    private static ClaimedBatch run(
            Connection connection, Sql sql, Map<String, @Nullable Object> values, Holdings holdings)
            throws SQLException {
        // Each try has a number of its own: the one before may have been committed without our knowing
        long number = holdings.beginClaim();
        values.put("number", number);
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            return ClaimedBatch.read(rows, number, holdings);
        }
    }

    private static int perGroup(ClaimRequest request) {
        return Math.clamp(request.perGroup(), 1, request.messages());
    }

    // Every fourth claim leaves half of its room to groups of which nothing was read ahead
    private LookAhead.Offer offer(Holdings holdings, ClaimRequest request) {
        turn++;
        int room = turn % 4 == 0 ? Math.ceilDiv(request.messages(), 2) : request.messages();
        return lookAhead.offer(
                room, perGroup(request), group -> !request.heldGroups().contains(group) && !holdings.isBusy(group));
    }

    /** What was read ahead counts only behind a prefix that was claimed to its last row. */
    private void remember(ClaimedBatch batch, int perGroup) {
        if (settings.ordering() != Ordering.NONE) {
            batch.ahead().forEach((group, ids) -> {
                long claimed = batch.messages().stream()
                        .filter(message -> group.equals(message.group()))
                        .count();
                if (claimed == perGroup) {
                    lookAhead.remember(group, ids);
                }
            });
        }
    }

    private String[] passedOver(ClaimRequest request, LookAhead.Offer offer) {
        Set<String> groups = new HashSet<>(request.heldGroups());
        groups.addAll(lookAhead.groups());
        groups.addAll(offer.byGroup().keySet());
        return groups.toArray(String[]::new);
    }

    private static void putOffer(Map<String, @Nullable Object> values, LookAhead.Offer offer) {
        List<Integer> numbers = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        List<Integer> ranks = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        int number = 0;
        for (Map.Entry<String, List<String>> offered : offer.byGroup().entrySet()) {
            number++;
            int rank = 0;
            for (String id : offered.getValue()) {
                numbers.add(number);
                groups.add(offered.getKey());
                ranks.add(++rank);
                ids.add(id);
            }
        }
        values.put("offered_numbers", numbers.toArray(Integer[]::new));
        values.put("offered_groups", groups.toArray(String[]::new));
        values.put("offered_ranks", ranks.toArray(Integer[]::new));
        values.put("offered_ids", ids.toArray(String[]::new));
    }

    private Set<String> flags(boolean resume, boolean looseFirst, boolean offered) {
        Ordering ordering = settings.ordering();
        Set<String> flags = new HashSet<>();
        flags.add(access.byLeaseRow() ? "lease" : "no lease");
        flags.add(offered ? "offered" : "nothing ahead");
        flags.add(resume ? "resume" : "from the start");
        flags.add(looseFirst ? "loose_first" : "groups first");
        flags.add(ordering == Ordering.NONE ? "in any order" : "in_order");
        flags.add(ordering == Ordering.BLOCK ? "held ends the run" : "pass_held");
        flags.add(settings.holdExhausted() ? "hold_exhausted" : "go on after a failure");
        return flags;
    }

    // A few sizes, so that a few prepared statements serve all requests
    private static int rounded(int limit) {
        int highest = Integer.highestOneBit(limit);
        return highest == limit ? limit : highest << 1;
    }
}

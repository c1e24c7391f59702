package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Records verdicts of all kinds in one statement. */
final class SettleRows {
    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final String relay;
    private final LookAhead lookAhead;
    private final Set<String> lockedBefore = ConcurrentHashMap.newKeySet();

    SettleRows(OutboxAccess access, OutboxSettings settings, String relay, LookAhead lookAhead) {
        this.access = access;
        this.settings = settings;
        this.relay = relay;
        this.lookAhead = lookAhead;
    }

    Settled settle(Incarnation owner, Holdings holdings, List<Settlement> settlements) throws SourceException {
        List<Settlement> ours = holdings.held(settlements);
        if (ours.isEmpty()) {
            return Settled.NOTHING;
        }
        boolean waits = false;
        for (Settlement settlement : ours) {
            if (!(settlement.verdict() instanceof Verdict.Complete)) {
                forgetOrder(settlement.message());
            }
            waits |= !lockedBefore.isEmpty()
                    && lockedBefore.contains(settlement.message().id());
        }
        Writing all = new Writing(owner, holdings, ours, access.sql());
        // Where a row was locked a moment ago it is not waited for again
        Optional<Settled> settled =
                waits ? Optional.empty() : access.writeUnlessLocked("settle rows", owner, all::write);
        Settled result = settled.isPresent()
                ? settled.get()
                : access.write("settle rows", owner, connection -> writeFree(connection, all));
        remember(all, result);
        return result;
    }

    /** Writes what nobody has locked, in one transaction with finding that out. */
    private Settled writeFree(Connection connection, Writing all) throws SQLException {
        Set<String> busy = all.busy(connection);
        List<Settlement> free = all.settlements.stream()
                .filter(settlement -> !busy.contains(settlement.message().id()))
                .toList();
        Set<String> recorded = free.isEmpty()
                ? Set.of()
                : new Writing(all.owner, all.holdings, free, all.statements)
                        .write(connection)
                        .recorded();
        return new Settled(recorded, busy);
    }

    private void remember(Writing all, Settled result) {
        List<Message> done = new ArrayList<>(all.settlements.size());
        for (Settlement settlement : all.settlements) {
            Message message = settlement.message();
            if (result.busy().contains(message.id())) {
                lockedBefore.add(message.id());
                continue;
            }
            lockedBefore.remove(message.id());
            done.add(message);
            if (!result.recorded().contains(message.id())) {
                forgetOrder(message);
            }
        }
        all.holdings.settled(done);
    }

    /** Verdicts to be written in one statement. */
    private final class Writing {
        private final Incarnation owner;
        private final Holdings holdings;
        private final List<Settlement> settlements;
        private final OutboxSql statements;

        Writing(Incarnation owner, Holdings holdings, List<Settlement> settlements, OutboxSql statements) {
            this.owner = owner;
            this.holdings = holdings;
            this.settlements = settlements;
            this.statements = statements;
        }

        Settled write(Connection connection) throws SQLException {
            List<Message> messages =
                    settlements.stream().map(Settlement::message).toList();
            Long[] ended = holdings.endedBy(messages);
            List<String> cleared = suspects(false);
            List<String> landed = suspects(true);
            Verdicts verdicts = Verdicts.of(settlements, access.holding());
            Map<String, @Nullable Object> values = verdicts.values();
            values.put("owner", owner.value());
            values.put("relay", relay);
            values.put("ended", ended);
            values.put("cleared", cleared.toArray(String[]::new));
            values.put("landed", landed.toArray(String[]::new));
            Set<String> flags = flags(ended.length > 0, !cleared.isEmpty() || !landed.isEmpty());
            flags.addAll(verdicts.flags());
            Sql sql = statements.get("settle", flags);
            return Settled.all(ids(connection, sql, values));
        }

        Set<String> busy(Connection connection) throws SQLException {
            Set<String> flags = access.holding() == Holding.OWN ? Set.of("own") : Set.of();
            String[] all = settlements.stream().map(it -> it.message().id()).toArray(String[]::new);
            return ids(connection, statements.get("busy", flags), Map.of("ids", all));
        }

        private List<String> suspects(boolean released) {
            return settlements.stream()
                    .filter(settlement -> settlement.verdict() instanceof Verdict.Release == released)
                    .map(Settlement::message)
                    .filter(message -> !message.suspicion().isNone())
                    .map(Message::id)
                    .toList();
        }
    }

    /** A row that comes back goes before those that were read ahead. */
    private void forgetOrder(Message message) {
        if (message.group() != null) {
            lookAhead.forget(message.group());
        }
    }

    private static Set<String> ids(Connection connection, Sql sql, Map<String, ? extends @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            Set<String> recorded = new HashSet<>();
            while (rows.next()) {
                recorded.add(rows.getString("id"));
            }
            return recorded;
        }
    }

    private Set<String> flags(boolean endsClaims, boolean suspects) {
        Set<String> flags = new HashSet<>();
        if (access.byLeaseRow()) {
            flags.add("lease");
            if (endsClaims) {
                flags.add("ends_claims");
            }
            if (suspects) {
                flags.add("suspects");
            }
        }
        if (access.holding() == Holding.OWN) {
            flags.add("own");
        }
        if (settings.retention() instanceof Retention.DeleteOnCompletion) {
            flags.add("delete_completed");
        }
        return flags;
    }
}

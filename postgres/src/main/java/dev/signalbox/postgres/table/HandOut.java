package dev.signalbox.postgres.table;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.postgres.outbox.Suspects;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Hands out rows: chooses from what was read, reads on where that is not enough, and records what goes out. */
final class HandOut {
    private static final int LEAST_READ = 256;
    private static final int MOST_READ = 4_096;
    private static final int LOOKS = 4;

    private final FencedStatements statements;
    private final ReadRows reads;
    private final String relay;
    private final AtomicLong numbers = new AtomicLong();

    HandOut(FencedStatements statements, ReadRows reads, String relay) {
        this.statements = statements;
        this.reads = reads;
        this.relay = relay;
    }

    Claimed claim(Incarnation owner, TableSql sql, OwnedRows owned, ClaimRequest request) throws SourceException {
        owned.own(request.shards());
        Choice choice = new Choice(request);
        try {
            choose(sql, owned, choice);
            List<Row> rows = withContent(sql, owned, choice);
            boolean more = owned.mayHaveMore(choice);
            if (rows.isEmpty()) {
                return new Claimed(List.of(), more);
            }
            long number = numbers.incrementAndGet();
            if (!record(owner, sql, owned, number, rows)) {
                owned.putBack(rows);
                return Claimed.NOTHING;
            }
            return new Claimed(messages(owned, number, rows), more, choice.moreOf);
        } catch (SourceException | RuntimeException e) {
            owned.putBack(choice.rows);
            throw e;
        }
    }

    private void choose(TableSql sql, OwnedRows owned, Choice choice) throws SourceException {
        int looks = 0;
        do {
            if (!owned.canFill(choice.request)) {
                // Twice as much as is wanted, so that every other claim need not read
                reads.readOn(sql, owned, Math.clamp(2L * choice.request.messages(), LEAST_READ, MOST_READ));
            }
            owned.choose(choice);
            looks++;
        } while (choice.rows.isEmpty() && looks < LOOKS && owned.mayReadMore());
        for (int look = 0; look < LOOKS && !choice.isFull(); look++) {
            OwnedRows.Stretch stretch = owned.toLookFor(choice);
            if (stretch == null) {
                return;
            }
            reads.lookAgain(sql, owned, stretch);
            owned.choose(choice);
        }
    }

    /** The chosen rows with all that is to be sent, without those that are gone. */
    private List<Row> withContent(TableSql sql, OwnedRows owned, Choice choice) throws SourceException {
        List<RowKey> missing = choice.rows.stream()
                .filter(row -> row.content() == null)
                .map(Row::key)
                .toList();
        if (missing.isEmpty()) {
            return choice.rows;
        }
        Map<RowKey, Row> fetched = reads.fetch(sql, missing);
        List<Row> rows = new ArrayList<>();
        for (Row row : choice.rows) {
            Row whole = row.content() == null ? fetched.get(row.key()) : row;
            if (whole == null) {
                owned.gone(row);
            } else if (!whole.id().equals(row.id())) {
                owned.replaced(row, whole);
                choice.replaced = true;
            } else {
                rows.add(whole);
            }
        }
        choice.rows.clear();
        choice.rows.addAll(rows);
        return rows;
    }

    /** @return false if the owner is fenced */
    private boolean record(Incarnation owner, TableSql sql, OwnedRows owned, long number, List<Row> rows)
            throws SourceException {
        if (!statements.byLeaseRow()) {
            return true;
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("number", number);
        values.put("ids", rows.stream().map(row -> row.key().toString()).toArray(String[]::new));
        try {
            return statements.write("record a claim", owner, connection -> {
                try (PreparedStatement prepared = sql.get("record").prepare(connection, values);
                        ResultSet answer = prepared.executeQuery()) {
                    boolean ours = answer.next() && answer.getBoolean("owned");
                    owned.suspected(Suspects.read(answer));
                    return ours;
                }
            });
        } catch (SourceException | RuntimeException e) {
            owned.doubt(number);
            throw e;
        }
    }

    private static List<Message> messages(OwnedRows owned, long number, List<Row> rows) {
        Claim claim = new Claim(number, owned.readAt());
        List<Message> messages = new ArrayList<>(rows.size());
        for (Row row : rows) {
            Row.Content content = row.content();
            if (content != null) {
                messages.add(Row.message(row, content, claim, owned.suspicion(row.key())));
            }
        }
        owned.handOut(number, rows);
        return messages;
    }
}

package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.postgres.outbox.PostgresSideRecords;
import dev.signalbox.postgres.owntable.OwnTableRow.RowContent;
import dev.signalbox.postgres.owntable.OwnTableState.GroupRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Claims rows: selects from the buffer, reads more if needed, and records the claim. */
final class ClaimOwnedRows {
    private static final int LEAST_READ = 256;
    private static final int MOST_READ = 4_096;
    private static final int LOOKS = 4;

    private final FencedStatements statements;
    private final ReadRows reads;
    private final String relay;
    private final AtomicLong numbers = new AtomicLong();

    ClaimOwnedRows(FencedStatements statements, ReadRows reads, String relay) {
        this.statements = statements;
        this.reads = reads;
        this.relay = relay;
    }

    ClaimResult claim(Incarnation owner, OwnTableSql sql, OwnTableState owned, ClaimRequest request)
            throws SourceException {
        owned.own(request.shards());
        OwnTableClaimSelection selection = new OwnTableClaimSelection(request);
        try {
            choose(owner, sql, owned, selection);
            List<OwnTableRow> rows = withContent(sql, owned, selection);
            boolean more = owned.mayHaveMore(selection);
            if (rows.isEmpty()) {
                return new ClaimResult(List.of(), more);
            }
            long number = numbers.incrementAndGet();
            if (!record(owner, sql, owned, number, rows)) {
                owned.putBack(rows);
                return ClaimResult.NOTHING;
            }
            return new ClaimResult(messages(owned, number, rows), more, selection.moreOf);
        } catch (SourceException | RuntimeException e) {
            owned.putBack(selection.rows);
            throw e;
        }
    }

    private void choose(Incarnation owner, OwnTableSql sql, OwnTableState owned, OwnTableClaimSelection selection)
            throws SourceException {
        int looks = 0;
        do {
            if (!owned.canFill(selection.request)) {
                // Reads twice the requested number, so that every other claim needs no read
                reads.readOn(owner, sql, owned, Math.clamp(2L * selection.request.messages(), LEAST_READ, MOST_READ));
            }
            owned.choose(selection);
            looks++;
        } while (selection.rows.isEmpty() && looks < LOOKS && owned.mayReadMore());
        for (int look = 0; look < LOOKS && !selection.isFull(); look++) {
            GroupRange range = owned.nextRange(selection);
            if (range == null) {
                return;
            }
            reads.lookAgain(sql, owned, range);
            owned.choose(selection);
        }
    }

    private List<OwnTableRow> withContent(OwnTableSql sql, OwnTableState owned, OwnTableClaimSelection selection)
            throws SourceException {
        List<RowKey> missing = selection.rows.stream()
                .filter(row -> row.content() == null)
                .map(OwnTableRow::key)
                .toList();
        if (missing.isEmpty()) {
            return selection.rows;
        }
        Map<RowKey, OwnTableRow> fetched = reads.fetch(sql, missing);
        List<OwnTableRow> rows = new ArrayList<>();
        for (OwnTableRow row : selection.rows) {
            OwnTableRow whole = row.content() == null ? fetched.get(row.key()) : row;
            if (whole == null) {
                owned.gone(row);
            } else if (!whole.id().equals(row.id())) {
                owned.replaced(row, whole);
                selection.replaced = true;
            } else {
                rows.add(whole);
            }
        }
        selection.rows.clear();
        selection.rows.addAll(rows);
        return rows;
    }

    /** @return false if the owner is fenced */
    private boolean record(Incarnation owner, OwnTableSql sql, OwnTableState owned, long number, List<OwnTableRow> rows)
            throws SourceException {
        if (!statements.byLeaseRow()) {
            return true;
        }
        String[] ids = rows.stream().map(row -> row.key().toString()).toArray(String[]::new);
        Map<String, Object> values = Map.of("owner", owner.value(), "relay", relay, "number", number, "ids", ids);
        Sql statement = sql.get(OwnTableSql.RECORD);
        try {
            return statements.write(
                    "record a claim",
                    owner,
                    connection -> statement.one(connection, values, answer -> {
                        boolean ours = answer.getBoolean("owned");
                        owned.suspected(PostgresSideRecords.readSuspects(answer));
                        return ours;
                    }));
        } catch (SourceException | RuntimeException e) {
            owned.addUnanswered(number);
            throw e;
        }
    }

    private static List<Message> messages(OwnTableState owned, long number, List<OwnTableRow> rows) {
        Claim claim = new Claim(number, owned.readAt());
        List<Message> messages = new ArrayList<>(rows.size());
        for (OwnTableRow row : rows) {
            RowContent content = row.content();
            if (content != null) {
                messages.add(OwnTableRow.message(row, content, claim, owned.suspicion(row.key())));
            }
        }
        owned.handOut(number, rows);
        return messages;
    }
}

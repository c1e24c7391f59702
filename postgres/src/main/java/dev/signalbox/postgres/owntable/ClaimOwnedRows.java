package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.postgres.outbox.PostgresSideRecords;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

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
        OwnTableClaimSelection ownTableClaimSelection = new OwnTableClaimSelection(request);
        try {
            choose(sql, owned, ownTableClaimSelection);
            List<OwnTableRow> ownTableRows = withContent(sql, owned, ownTableClaimSelection);
            boolean more = owned.mayHaveMore(ownTableClaimSelection);
            if (ownTableRows.isEmpty()) {
                return new ClaimResult(List.of(), more);
            }
            long number = numbers.incrementAndGet();
            if (!record(owner, sql, owned, number, ownTableRows)) {
                owned.putBack(ownTableRows);
                return ClaimResult.NOTHING;
            }
            return new ClaimResult(messages(owned, number, ownTableRows), more, ownTableClaimSelection.moreOf);
        } catch (SourceException | RuntimeException e) {
            owned.putBack(ownTableClaimSelection.rows);
            throw e;
        }
    }

    private void choose(OwnTableSql sql, OwnTableState owned, OwnTableClaimSelection ownTableClaimSelection)
            throws SourceException {
        int looks = 0;
        do {
            if (!owned.canFill(ownTableClaimSelection.request)) {
                // Reads twice the requested number, so that every other claim needs no read
                reads.readOn(
                        sql, owned, Math.clamp(2L * ownTableClaimSelection.request.messages(), LEAST_READ, MOST_READ));
            }
            owned.choose(ownTableClaimSelection);
            looks++;
        } while (ownTableClaimSelection.rows.isEmpty() && looks < LOOKS && owned.mayReadMore());
        for (int look = 0; look < LOOKS && !ownTableClaimSelection.isFull(); look++) {
            OwnTableState.GroupRange groupRange = owned.nextRange(ownTableClaimSelection);
            if (groupRange == null) {
                return;
            }
            reads.lookAgain(sql, owned, groupRange);
            owned.choose(ownTableClaimSelection);
        }
    }

    /** The selected rows with their content, without those that no longer exist. */
    private List<OwnTableRow> withContent(
            OwnTableSql sql, OwnTableState owned, OwnTableClaimSelection ownTableClaimSelection)
            throws SourceException {
        List<RowKey> missing = ownTableClaimSelection.rows.stream()
                .filter(ownTableRow -> ownTableRow.content() == null)
                .map(OwnTableRow::key)
                .toList();
        if (missing.isEmpty()) {
            return ownTableClaimSelection.rows;
        }
        Map<RowKey, OwnTableRow> fetched = reads.fetch(sql, missing);
        List<OwnTableRow> ownTableRows = new ArrayList<>();
        for (OwnTableRow ownTableRow : ownTableClaimSelection.rows) {
            OwnTableRow whole = ownTableRow.content() == null ? fetched.get(ownTableRow.key()) : ownTableRow;
            if (whole == null) {
                owned.gone(ownTableRow);
            } else if (!whole.id().equals(ownTableRow.id())) {
                owned.replaced(ownTableRow, whole);
                ownTableClaimSelection.replaced = true;
            } else {
                ownTableRows.add(whole);
            }
        }
        ownTableClaimSelection.rows.clear();
        ownTableClaimSelection.rows.addAll(ownTableRows);
        return ownTableRows;
    }

    /** @return false if the owner is fenced */
    private boolean record(
            Incarnation owner, OwnTableSql sql, OwnTableState owned, long number, List<OwnTableRow> ownTableRows)
            throws SourceException {
        if (!statements.byLeaseRow()) {
            return true;
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("number", number);
        values.put(
                "ids",
                ownTableRows.stream()
                        .map(ownTableRow -> ownTableRow.key().toString())
                        .toArray(String[]::new));
        try {
            return statements.write("record a claim", owner, connection -> {
                try (PreparedStatement prepared =
                                sql.get(OwnTableTemplates.RECORD).prepare(connection, values);
                        ResultSet answer = prepared.executeQuery()) {
                    boolean ours = answer.next() && answer.getBoolean("owned");
                    owned.suspected(PostgresSideRecords.readSuspects(answer));
                    return ours;
                }
            });
        } catch (SourceException | RuntimeException e) {
            owned.addUnanswered(number);
            throw e;
        }
    }

    private static List<Message> messages(OwnTableState owned, long number, List<OwnTableRow> ownTableRows) {
        Claim claim = new Claim(number, owned.readAt());
        List<Message> messages = new ArrayList<>(ownTableRows.size());
        for (OwnTableRow ownTableRow : ownTableRows) {
            OwnTableRow.RowContent rowContent = ownTableRow.content();
            if (rowContent != null) {
                messages.add(OwnTableRow.message(ownTableRow, rowContent, claim, owned.suspicion(ownTableRow.key())));
            }
        }
        owned.handOut(number, ownTableRows);
        return messages;
    }
}

package dev.signalbox.mysql.outbox;

import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.OutboxStatements.ScanQuery;
import dev.signalbox.jdbc.outbox.OutboxStatements.ScanResult;
import dev.signalbox.jdbc.outbox.OversizedRow;
import dev.signalbox.jdbc.outbox.UngroupedRowQueue;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ResumePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ScanGroupsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ScanUngroupedPart;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Scans for waiting rows. The index returns one of several groups that the collation treats as equal. */
final class ScanWaitingRows {
    private static final int ROWS_A_WALK = 1_024;
    private static final int LOOKS_A_WALK = 8;
    /** The expected number of entries per group, if the scan reads entries instead of groups. */
    private static final int ENTRIES_A_GROUP = 8;

    private record WalkPosition(String group, String at, Object id) {}

    private final CollationHiddenGroups hiddenGroups;
    private final KnownRowPositions rowPositions;
    private @Nullable WalkPosition walkedTo;
    private int looks;

    ScanWaitingRows(CollationHiddenGroups hiddenGroups, KnownRowPositions rowPositions) {
        this.hiddenGroups = hiddenGroups;
        this.rowPositions = rowPositions;
    }

    ScanResult scan(OutboxSession on, ScanQuery query) throws SQLException {
        List<UngroupedRowQueue.ScannedRow> ungrouped = new ArrayList<>();
        List<OversizedRow> oversized = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        String resume = null;
        if (query.groups() > 0) {
            boolean newLap = query.resume() == null && query.until() == null;
            if (newLap) {
                hiddenGroups.startLap();
            }
            resume = groups(on, query, groups, oversized);
            hiddenGroups.forget(groups);
            // Once per lap, and more often in a long lap
            if (!on.table().column("message_group").isExact() && (newLap || ++looks % LOOKS_A_WALK == 0)) {
                walk(on);
            }
            groups.addAll(hiddenGroups.takeFresh());
        }
        if (query.ungrouped() > 0) {
            ungrouped(on, query, ungrouped, oversized);
        }
        return new ScanResult(groups, resume, ungrouped, oversized);
    }

    /** @return the group after which there may be more */
    private static @Nullable String groups(
            OutboxSession on, ScanQuery query, List<String> groups, List<OversizedRow> oversized) throws SQLException {
        String resume = query.resume();
        Map<String, @Nullable Object> values = new HashMap<>();
        String until = query.until();
        values.put("resume", resume == null ? null : on.table().groups().bound(resume));
        values.put("until", until == null ? null : on.table().groups().bound(until));
        Set<ScanGroupsPart> parts = PartSelection.of(ScanGroupsPart.class)
                .with(ScanGroupsPart.RESUME, resume != null)
                .with(ScanGroupsPart.UNTIL, until != null)
                .parts();
        // A loose index scan needs a state that is one word
        boolean byEntries = !(on.table().layout().stateEncoding() instanceof OutboxLayout.StatusWords);
        int most = byEntries ? ENTRIES_A_GROUP * query.groups() : query.groups();
        int[] entries = {0};
        List<String> names = new ArrayList<>();
        on.sql()
                .get(MySqlOutboxTemplates.SCAN_GROUPS, Map.of("entries", most), parts)
                .each(on.connection(), values, row -> {
                    entries[0] += row.getInt("entries");
                    OversizedColumn column = LimitedColumn.parse(row.getString("finding"));
                    if (column == null) {
                        names.add(row.getString("grp"));
                    } else {
                        oversized.add(new OversizedRow(row.getString("start"), null, column));
                    }
                });
        groups.addAll(names.subList(0, Math.min(names.size(), query.groups())));
        boolean more = entries[0] == most || groups.size() < names.size();
        return more && !groups.isEmpty() ? groups.getLast() : null;
    }

    private void ungrouped(
            OutboxSession on,
            ScanQuery query,
            List<UngroupedRowQueue.ScannedRow> ungrouped,
            List<OversizedRow> oversized)
            throws SQLException {
        UngroupedRowQueue.ScanPosition start = query.start();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("max_payload", on.settings().maxPayloadBytes());
        if (start != null) {
            values.put("at", on.table().turn(start.at()));
            values.put("id", on.table().id(start.id()));
        }
        Set<ScanUngroupedPart> parts = start == null ? Set.of() : Set.of(ScanUngroupedPart.BEHIND);
        on.sql()
                .get(MySqlOutboxTemplates.SCAN_UNGROUPED, Map.of("ungrouped", query.ungrouped()), parts)
                .each(on.connection(), values, row -> {
                    String id = row.getString("id");
                    OversizedColumn column = LimitedColumn.parse(row.getString("id_finding"));
                    if (column != null) {
                        oversized.add(new OversizedRow(null, row.getString("at"), column));
                    } else {
                        rowPositions.met(id, row, "at");
                        ungrouped.add(new UngroupedRowQueue.ScannedRow(
                                new CandidateRow(id, row.getLong("size")), row.getString("at")));
                    }
                });
    }

    /** Finds groups that are hidden behind others sooner or later, at the same small cost for any backlog. */
    private void walk(OutboxSession on) throws SQLException {
        WalkPosition from = walkedTo;
        Map<String, Object> values = new HashMap<>();
        if (from != null) {
            values.put("grp", from.group());
            values.put("at", on.table().turn(from.at()));
            values.put("id", from.id());
        }
        Set<ResumePart> parts = from == null ? Set.of() : Set.of(ResumePart.RESUME);
        List<WalkPosition> ends = new ArrayList<>();
        on.sql()
                .get(MySqlOutboxTemplates.WALK, Map.of("rows", ROWS_A_WALK), parts)
                .each(on.connection(), values, row -> {
                    String group = row.getString("grp");
                    if (row.getBoolean("flip")) {
                        hiddenGroups.met(group);
                    }
                    if (row.getBoolean("ends") && row.getInt("total") == ROWS_A_WALK && row.getString("id") != null) {
                        ends.add(new WalkPosition(
                                group, row.getString("at"), on.table().id(row.getString("id"))));
                    }
                });
        walkedTo = ends.isEmpty() ? null : ends.getFirst();
    }
}

package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements.ScanQuery;
import dev.signalbox.jdbc.outbox.OutboxStatements.ScanResult;
import dev.signalbox.jdbc.outbox.UngroupedRowQueue;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ScanGroupsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ScanLoosePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.WalkPart;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Scans for waiting rows. The index returns one of several groups that the collation treats as equal. */
final class ScanWaitingRows {
    private static final int STRETCH = 1_024;
    private static final int LOOKS_A_WALK = 8;

    /** The expected number of entries per group, if the scan reads entries instead of groups. */
    private static final int ENTRIES_A_GROUP = 8;

    /** @param resume the group after which there may be more */
    private record ScannedGroups(
            List<String> names, @Nullable String resume) {}

    private record WalkPosition(String group, String at, Object id) {}

    private record WalkStep(WalkPosition place, boolean flip, boolean ends, int total) {}

    private final MySqlOutboxTable table;
    private final OutboxContext context;
    private final CollationHiddenGroups hiddenGroups;
    private final KnownRowPositions rowPositions;
    private @Nullable WalkPosition walkedTo;
    private int looks;

    ScanWaitingRows(
            MySqlOutboxTable table,
            OutboxContext context,
            CollationHiddenGroups hiddenGroups,
            KnownRowPositions rowPositions) {
        this.table = table;
        this.context = context;
        this.hiddenGroups = hiddenGroups;
        this.rowPositions = rowPositions;
    }

    ScanResult scan(OutboxStatementRunner on, ScanQuery query) throws SQLException {
        List<String> groups = new ArrayList<>();
        String resume = null;
        if (query.groups() > 0) {
            if (query.resume() == null) {
                hiddenGroups.startLap();
            }
            ScannedGroups found = groups(on, query);
            groups.addAll(found.names());
            resume = found.resume();
            hiddenGroups.forget(groups);
            // Once per lap, and more often in a long lap
            if (!table.column("message_group").isExact() && (query.resume() == null || ++looks % LOOKS_A_WALK == 0)) {
                walk(on);
            }
            groups.addAll(hiddenGroups.takeFresh());
        }
        return new ScanResult(groups, resume, query.ungrouped() > 0 ? ungrouped(on, query) : List.of());
    }

    private ScannedGroups groups(OutboxStatementRunner on, ScanQuery query) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        String resume = query.resume();
        values.put("resume", resume == null ? null : table.groups().bound(resume));
        Set<ScanGroupsPart> parts = resume == null ? Set.of() : Set.of(ScanGroupsPart.RESUME);
        // A loose index scan needs a state that is one word
        boolean byEntries = !(table.layout().stateEncoding() instanceof OutboxLayout.StatusWords);
        int most = byEntries ? ENTRIES_A_GROUP * query.groups() : query.groups();
        int[] entries = {0};
        List<String> names = on.rows(
                new Template<>(MySqlOutboxTemplates.SCAN_GROUPS, Map.of("entries", most), parts), values, rows -> {
                    entries[0] += rows.getInt("entries");
                    return rows.getString("grp");
                });
        List<String> wanted = names.subList(0, Math.min(names.size(), query.groups()));
        boolean more = entries[0] == most || wanted.size() < names.size();
        return new ScannedGroups(wanted, more ? wanted.getLast() : null);
    }

    private List<UngroupedRowQueue.ScannedRow> ungrouped(OutboxStatementRunner on, ScanQuery query)
            throws SQLException {
        UngroupedRowQueue.ScanPosition start = query.start();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("max_payload", context.settings().maxPayloadBytes());
        if (start != null) {
            values.put("at", table.turn(start.at()));
            values.put("id", table.ids(List.of(start.id())).getFirst());
        }
        Set<ScanLoosePart> parts = start == null ? Set.of() : Set.of(ScanLoosePart.BEHIND);
        return on.rows(
                new Template<>(MySqlOutboxTemplates.SCAN_LOOSE, Map.of("loose", query.ungrouped()), parts),
                values,
                rows -> {
                    String id = rows.getString("id");
                    rowPositions.met(id, rows, "at");
                    return new UngroupedRowQueue.ScannedRow(
                            new CandidateRow(id, rows.getLong("size")), rows.getString("at"));
                });
    }

    /** Finds groups that are hidden behind others sooner or later, at the same small cost for any backlog. */
    private void walk(OutboxStatementRunner on) throws SQLException {
        WalkPosition from = walkedTo;
        Map<String, Object> values = new HashMap<>();
        if (from != null) {
            values.put("grp", from.group());
            values.put("at", table.turn(from.at()));
            values.put("id", from.id());
        }
        Set<WalkPart> parts = from == null ? Set.of() : Set.of(WalkPart.RESUME);
        List<WalkStep> steps = on.rows(
                new Template<>(MySqlOutboxTemplates.WALK, Map.of("rows", STRETCH), parts),
                values,
                rows -> new WalkStep(
                        new WalkPosition(rows.getString("grp"), rows.getString("at"), id(rows.getString("id"))),
                        rows.getBoolean("flip"),
                        rows.getBoolean("ends"),
                        rows.getInt("total")));
        steps.stream()
                .filter(WalkStep::flip)
                .forEach(step -> hiddenGroups.met(step.place().group()));
        walkedTo = steps.stream()
                .filter(step -> step.ends() && step.total() == STRETCH)
                .map(WalkStep::place)
                .findFirst()
                .orElse(null);
    }

    private Object id(String id) {
        return table.ids(List.of(id)).getFirst();
    }
}

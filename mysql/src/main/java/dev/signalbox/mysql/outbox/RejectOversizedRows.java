package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.OversizedRow;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RejectPart;
import dev.signalbox.mysql.outbox.OutboxSession.LockedLease;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes dead letters of waiting rows whose id or group is too large to be read. */
final class RejectOversizedRows {
    private RejectOversizedRows() {}

    static int run(OutboxSession on, Incarnation owner, List<OversizedRow> rows) throws SQLException {
        Optional<LockedLease> lease = on.lockLease(owner);
        if (lease.isEmpty()) {
            return 0;
        }
        int rejected = 0;
        for (OversizedRow row : rows) {
            rejected += reject(on, lease.get(), row);
        }
        return rejected;
    }

    private static int reject(OutboxSession on, LockedLease lease, OversizedRow row) throws SQLException {
        String reason = on.table().reasons().fitting(row.column().reason());
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("reason", reason);
        values.put("moment", lease.moment());
        values.put("at", row.place() == null ? null : on.table().turn(row.place()));
        values.put("grp", row.group() == null ? null : on.table().groups().bound(row.group()));
        Set<RejectPart> part = Set.of(
                row.place() == null
                        ? RejectPart.GROUP_BEGINNING
                        : row.group() == null ? RejectPart.UNGROUPED : RejectPart.IN_GROUP);
        if (on.table().layout().recordsFailuresAside()) {
            List<String> keys = on.ids(MySqlOutboxTemplates.REJECTED_KEYS, part, values);
            MySqlFailureRecords.park(on, lease, keys, reason);
            if (on.table().layout().stateEncoding() instanceof OutboxLayout.SentOnly) {
                return keys.size();
            }
        }
        return on.update(MySqlOutboxTemplates.REJECT, part, values);
    }
}

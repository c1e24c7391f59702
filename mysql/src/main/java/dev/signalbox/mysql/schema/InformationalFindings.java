package dev.signalbox.mysql.schema;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.mysql.outbox.MySqlColumn;
import dev.signalbox.mysql.outbox.MySqlOutboxTable;
import java.util.ArrayList;
import java.util.List;

/** Findings that are good to know and need no action. */
final class InformationalFindings {
    private InformationalFindings() {}

    static List<InspectionFinding> of(MySqlOutboxTable table) {
        List<InspectionFinding> notes = new ArrayList<>();
        MySqlColumn group = table.column("message_group");
        String groups = group.isWholeNumber()
                ? "column %s is a number".formatted(group.name())
                : group.isExact()
                        ? "the collation %s tells all groups apart".formatted(group.collation())
                        : "the collation %s takes some groups for the same; Signalbox compares their bytes as well"
                                .formatted(group.collation());
        notes.add(note("groups", groups, "a group is its exact bytes"));
        if (!table.isNumbered()) {
            notes.add(order(table.column("created_at")));
        }
        for (String key : List.of("created_at", "processed_at")) {
            MySqlColumn moment = table.column(key);
            if (moment.updatesItself()) {
                notes.add(note(
                        "time stamps",
                        "%s takes the time of each update by itself; Signalbox keeps its value"
                                .formatted(moment.name()),
                        "other programs that update rows may change it"));
            }
        }
        return notes;
    }

    private static InspectionFinding order(MySqlColumn created) {
        String order = created.fraction() == 0
                ? "%s keeps whole seconds: within a second the id decides".formatted(created.name())
                : "%s keeps %d digits of a second".formatted(created.name(), created.fraction());
        return note("time of creation", order, "messages of a group go in its order");
    }

    private static InspectionFinding note(String item, String detail, String purpose) {
        return new InspectionFinding(item, State.PRESENT, false, detail, purpose);
    }
}

package dev.signalbox.jdbc.schema;

import dev.signalbox.core.admin.InspectionFinding;
import java.util.List;

/**
 * What a look at one relay's table and its database has found.
 *
 * @param steps what would add all that is missing and can be added
 */
public record TableSchemaReport(String relay, String table, List<InspectionFinding> findings, List<SchemaStep> steps) {
    public TableSchemaReport {
        findings = List.copyOf(findings);
        steps = List.copyOf(steps);
    }

    /** Whether the relay can work as things are. */
    public boolean works() {
        return findings.stream().noneMatch(InspectionFinding::stopsWork);
    }

    /** Whether nothing is missing. */
    public boolean complete() {
        return findings.stream().allMatch(InspectionFinding::isFine);
    }
}

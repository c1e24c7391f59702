package dev.signalbox.jdbc.schema;

import dev.signalbox.core.admin.InspectionFinding;
import java.util.List;

/**
 * The result of inspecting one relay's table and its database.
 *
 * @param steps the steps that add everything that is missing and can be added
 */
public record TableSchemaReport(String relay, String table, List<InspectionFinding> findings, List<SchemaStep> steps) {
    public TableSchemaReport {
        findings = List.copyOf(findings);
        steps = List.copyOf(steps);
    }

    /** Whether the relay can work with the current schema. */
    public boolean works() {
        return findings.stream().noneMatch(InspectionFinding::stopsWork);
    }

    /** Whether nothing is missing. */
    public boolean complete() {
        return findings.stream().allMatch(InspectionFinding::isFine);
    }
}

package dev.signalbox.jdbc.schema;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.jdbc.TableName;
import java.util.ArrayList;
import java.util.List;

/** Collects what the inspection of one relay's table finds, and the steps that add what is missing. */
public final class SchemaFindings {
    private final List<InspectionFinding> findings = new ArrayList<>();
    private final List<SchemaStep> steps = new ArrayList<>();

    public void add(String item, State state, boolean required, String detail, String purpose) {
        findings.add(new InspectionFinding(item, state, required, detail, purpose));
    }

    /** Something that a relay can do without. */
    public void present(String item, String detail, String purpose) {
        add(item, State.PRESENT, false, detail, purpose);
    }

    /** Something that a relay can do without. */
    public void missing(String item, String detail, String purpose) {
        add(item, State.MISSING, false, detail, purpose);
    }

    /** Something that a relay can do without. */
    public void wrong(String item, String detail, String purpose) {
        add(item, State.WRONG, false, detail, purpose);
    }

    /** Problems that make the table unusable. */
    public void broken(List<String> problems, String purpose) {
        problems.forEach(problem -> add("table", State.WRONG, true, problem, purpose));
    }

    public void add(SchemaStep step) {
        steps.add(step);
    }

    /** A step that runs in one transaction. */
    public void step(
            String title,
            String purpose,
            String table,
            List<String> statements,
            List<String> grants,
            List<String> missingRights) {
        SchemaStep.Execution execution = SchemaStep.Execution.TRANSACTION;
        steps.add(new SchemaStep(title, purpose, table, execution, statements, grants, missingRights));
    }

    public boolean areFine() {
        return findings.stream().allMatch(InspectionFinding::isFine);
    }

    public TableSchemaReport report(String relay, TableName table) {
        return new TableSchemaReport(relay, table.toString(), findings, steps);
    }
}

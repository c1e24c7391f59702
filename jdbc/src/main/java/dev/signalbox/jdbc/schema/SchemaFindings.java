package dev.signalbox.jdbc.schema;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.fault.TableFault.Remedy;
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

    /**
     * What does not fit about a table, and what mends it.
     *
     * @param table its name, for the sentences
     * @param item what the findings are called
     */
    public void faults(TableName table, String item, List<TableFault> faults, String purpose) {
        for (TableFault fault : faults) {
            boolean needed = fault.effect() != TableFault.Effect.DETAIL_LOST;
            add(item, State.WRONG, needed, "table " + table + ": " + fault.problem(), purpose);
            remedy(table, fault, purpose);
        }
    }

    /** What mends a fault: Signalbox changes no column, constraint or right of a table of others. */
    public void remedy(TableName table, TableFault fault, String purpose) {
        Remedy remedy = fault.remedy();
        boolean known = !remedy.statements().isEmpty()
                && steps.stream().anyMatch(step -> step.statements().equals(remedy.statements()));
        if (remedy.equals(Remedy.UNKNOWN) || known) {
            return;
        }
        String mend = remedy.statements().isEmpty() ? "mend by hand" : "mend";
        steps.add(new SchemaStep(
                mend + ": table " + table + ": " + fault.problem(),
                remedy.note().isEmpty() ? purpose : remedy.note(),
                "",
                SchemaStep.Execution.BY_HAND,
                remedy.statements(),
                List.of(),
                List.of()));
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

    /** Whether the relay cannot work, or some write of it fails. */
    public boolean stopsWork() {
        return findings.stream().anyMatch(InspectionFinding::stopsWork);
    }

    public TableSchemaReport report(String relay, TableName table) {
        return new TableSchemaReport(relay, table.toString(), findings, steps);
    }
}

package dev.signalbox.jdbc.schema;

import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import java.util.List;

/** Checks the table that completed rows move to, and offers to create it. */
public final class ArchiveTableCheck {
    private static final String ITEM = "archive table";
    private static final String PURPOSE = "without it completed rows stay in the relay's table; deliveries go on";

    /**
     * How a database creates the table.
     *
     * @param creation the CREATE statement
     * @param account the quoted account that rights are granted to
     * @param rightsToCreate the rights that the statement needs and the user lacks
     */
    public record ArchiveCreation(Quoting quoting, String creation, String account, List<String> rightsToCreate) {}

    private ArchiveTableCheck() {}

    public static void addTo(
            List<InspectionFinding> findings,
            List<SchemaStep> steps,
            ArchiveTable archive,
            ArchiveCreation archiveCreation) {
        String name = archive.table().toString();
        if (!archive.exists()) {
            findings.add(new InspectionFinding(ITEM, State.MISSING, false, "no table " + name, PURPOSE));
            steps.add(step(
                    "create table " + name,
                    archive,
                    archiveCreation,
                    List.of(archiveCreation.creation()),
                    archiveCreation.rightsToCreate()));
        } else if (!archive.problems().isEmpty()) {
            findings.add(
                    new InspectionFinding(ITEM, State.WRONG, false, String.join("; ", archive.problems()), PURPOSE));
            if (!archive.troubles().isEmpty()) {
                steps.add(step(
                        "allow rows to be moved to " + name, archive, archiveCreation, List.of(), archive.troubles()));
            }
        } else {
            findings.add(
                    new InspectionFinding(ITEM, State.PRESENT, false, name + " has all columns and rights", PURPOSE));
        }
    }

    private static SchemaStep step(
            String title,
            ArchiveTable archive,
            ArchiveCreation archiveCreation,
            List<String> statements,
            List<String> missingRights) {
        List<String> grants = List.of(
                "GRANT DELETE ON %s TO %s"
                        .formatted(archive.source().quoted(archiveCreation.quoting()), archiveCreation.account()),
                "GRANT INSERT ON %s TO %s"
                        .formatted(archive.table().quoted(archiveCreation.quoting()), archiveCreation.account()));
        return new SchemaStep(title, PURPOSE, "", SchemaStep.Execution.TRANSACTION, statements, grants, missingRights);
    }
}

package dev.signalbox.jdbc.schema;

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

    public static void addTo(SchemaFindings report, ArchiveTable archive, ArchiveCreation creation) {
        String name = archive.table().toString();
        if (!archive.exists()) {
            report.missing(ITEM, "no table " + name, PURPOSE);
            step(
                    report,
                    "create table " + name,
                    archive,
                    creation,
                    List.of(creation.creation()),
                    creation.rightsToCreate());
        } else if (!archive.problems().isEmpty()) {
            report.wrong(ITEM, String.join("; ", archive.problems()), PURPOSE);
            if (!archive.troubles().isEmpty()) {
                step(report, "allow rows to be moved to " + name, archive, creation, List.of(), archive.troubles());
            }
        } else {
            report.present(ITEM, name + " has all columns and rights", PURPOSE);
        }
    }

    private static void step(
            SchemaFindings report,
            String title,
            ArchiveTable archive,
            ArchiveCreation creation,
            List<String> statements,
            List<String> missingRights) {
        List<String> grants = List.of(
                "GRANT DELETE ON %s TO %s".formatted(archive.source().quoted(creation.quoting()), creation.account()),
                "GRANT INSERT ON %s TO %s".formatted(archive.table().quoted(creation.quoting()), creation.account()));
        report.step(title, PURPOSE, "", statements, grants, missingRights);
    }
}

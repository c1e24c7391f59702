package dev.signalbox.jdbc.schema;

import dev.signalbox.core.operation.Finding;
import dev.signalbox.core.operation.Finding.State;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.Archive;
import java.util.List;

/** Says how the table is to which completed rows move, and offers it where it is not there. */
public final class ArchiveOffer {
    private static final String ITEM = "archive table";
    private static final String PURPOSE = "without it completed rows stay in the relay's table; deliveries go on";

    /**
     * How a database makes the table.
     *
     * @param creation the statement for it
     * @param account for whom rights are granted, quoted
     * @param rightsToCreate what is missing for the statement
     */
    public record Making(Quoting quoting, String creation, String account, List<String> rightsToCreate) {}

    private ArchiveOffer() {}

    public static void addTo(List<Finding> findings, List<Step> steps, Archive archive, Making making) {
        String name = archive.table().toString();
        if (!archive.exists()) {
            findings.add(new Finding(ITEM, State.MISSING, false, "no table " + name, PURPOSE));
            steps.add(
                    step("create table " + name, archive, making, List.of(making.creation()), making.rightsToCreate()));
        } else if (!archive.problems().isEmpty()) {
            findings.add(new Finding(ITEM, State.WRONG, false, String.join("; ", archive.problems()), PURPOSE));
            if (!archive.troubles().isEmpty()) {
                steps.add(step("allow rows to be moved to " + name, archive, making, List.of(), archive.troubles()));
            }
        } else {
            findings.add(new Finding(ITEM, State.PRESENT, false, name + " has all columns and rights", PURPOSE));
        }
    }

    private static Step step(
            String title, Archive archive, Making making, List<String> statements, List<String> missingRights) {
        List<String> grants = List.of(
                "GRANT DELETE ON %s TO %s".formatted(archive.source().quoted(making.quoting()), making.account()),
                "GRANT INSERT ON %s TO %s".formatted(archive.table().quoted(making.quoting()), making.account()));
        return new Step(title, PURPOSE, "", Step.Manner.TRANSACTION, statements, grants, missingRights);
    }
}

package dev.signalbox.jdbc.schema;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is missing in a database, as a script for its administrator. */
public final class SchemaScript {
    private SchemaScript() {}

    /** The steps of all reports, each once, in the order in which they have to be done. */
    public static List<SchemaStep> steps(List<TableSchemaReport> reports) {
        Set<SchemaStep> schemaSteps = new LinkedHashSet<>();
        // What belongs to the database comes first: triggers call a function of it.
        reports.forEach(
                report -> report.steps().stream().filter(SchemaScript::isShared).forEach(schemaSteps::add));
        reports.forEach(report -> schemaSteps.addAll(report.steps()));
        return List.copyOf(schemaSteps);
    }

    private static boolean isShared(SchemaStep schemaStep) {
        return schemaStep.table().isEmpty();
    }

    /**
     * How a database is told how long to wait for locks.
     *
     * @param shortWait so that writers behind it do not wait for long
     * @param unlimited for what makes nobody wait
     */
    public record LockTimeouts(String shortWait, String unlimited) {
        public static final LockTimeouts POSTGRESQL =
                new LockTimeouts("SET lock_timeout = '2s'", "SET lock_timeout = 0");
        public static final LockTimeouts MYSQL =
                new LockTimeouts("SET lock_wait_timeout = 2", "SET lock_wait_timeout = 31536000");
    }

    /** The script, with a comment on each step. */
    public static String of(String database, List<TableSchemaReport> reports, LockTimeouts lockTimeouts) {
        List<SchemaStep> schemaSteps = steps(reports);
        StringBuilder script = new StringBuilder("-- Signalbox: what is missing in " + oneLine(database) + "\n");
        if (schemaSteps.isEmpty()) {
            return script.append("-- Nothing.\n").toString();
        }
        script.append("-- Run it statement by statement, not inside a transaction.\n");
        script.append(lockTimeouts.shortWait()).append("; -- if a step fails by this, run it again\n");
        for (SchemaStep schemaStep : schemaSteps) {
            script.append("\n-- ")
                    .append(oneLine(schemaStep.title()))
                    .append(": ")
                    .append(oneLine(schemaStep.purpose()))
                    .append(".\n");
            boolean patient = schemaStep.execution() == SchemaStep.Execution.CONCURRENTLY;
            if (patient) {
                script.append(lockTimeouts.unlimited()).append("; -- makes no writer wait\n");
            }
            schemaStep
                    .statements()
                    .forEach(statement -> script.append(statement).append(";\n"));
            schemaStep.grants().forEach(grant -> script.append(grant).append(";\n"));
            if (patient) {
                script.append(lockTimeouts.shortWait()).append(";\n");
            }
        }
        return script.toString();
    }

    /** A name with a line break in it must not end a comment. */
    private static String oneLine(String text) {
        return text.replaceAll("\\R", " ");
    }
}

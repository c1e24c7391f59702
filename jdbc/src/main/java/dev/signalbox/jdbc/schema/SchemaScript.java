package dev.signalbox.jdbc.schema;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A script for the administrator that adds what a database lacks. */
public final class SchemaScript {
    private SchemaScript() {}

    /** The distinct steps of all reports, in execution order. */
    public static List<SchemaStep> steps(List<TableSchemaReport> reports) {
        Set<SchemaStep> steps = new LinkedHashSet<>();
        // Steps for the whole database come first: triggers call a function of it.
        reports.forEach(
                report -> report.steps().stream().filter(SchemaScript::isShared).forEach(steps::add));
        reports.forEach(report -> steps.addAll(report.steps()));
        return List.copyOf(steps);
    }

    private static boolean isShared(SchemaStep step) {
        return step.table().isEmpty();
    }

    /**
     * The statements that set the lock time-out.
     *
     * @param shortWait limits how long writers wait behind the change
     * @param unlimited for changes that block no writers
     */
    public record LockTimeouts(String shortWait, String unlimited) {
        public static final LockTimeouts POSTGRESQL =
                new LockTimeouts("SET lock_timeout = '2s'", "SET lock_timeout = 0");
        public static final LockTimeouts MYSQL =
                new LockTimeouts("SET lock_wait_timeout = 2", "SET lock_wait_timeout = 31536000");
    }

    /** The script, with a comment on each step. */
    public static String of(String database, List<TableSchemaReport> reports, LockTimeouts timeouts) {
        List<SchemaStep> steps = steps(reports);
        StringBuilder script = new StringBuilder("-- Signalbox: what is missing in " + oneLine(database) + "\n");
        if (steps.isEmpty()) {
            return script.append("-- Nothing.\n").toString();
        }
        script.append("-- Run it statement by statement, not inside a transaction.\n");
        script.append(timeouts.shortWait()).append("; -- if a step fails by this, run it again\n");
        for (SchemaStep step : steps) {
            boolean patient = step.execution() == SchemaStep.Execution.CONCURRENTLY;
            if (patient) {
                script.append("\n").append(timeouts.unlimited()).append("; -- makes no writer wait");
            }
            append(script, step);
            if (patient) {
                script.append(timeouts.shortWait()).append(";\n");
            }
        }
        return script.toString();
    }

    /** The statements and grants of a step behind a comment on it. */
    static void append(StringBuilder script, SchemaStep step) {
        script.append("\n-- ")
                .append(oneLine(step.title()))
                .append(": ")
                .append(oneLine(step.purpose()))
                .append(".\n");
        step.statements().forEach(statement -> script.append(statement).append(";\n"));
        step.grants().forEach(grant -> script.append(grant).append(";\n"));
    }

    /** A line break in a name must not end a comment. */
    static String oneLine(String text) {
        return text.replaceAll("\\R", " ");
    }
}

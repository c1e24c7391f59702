package dev.signalbox.jdbc.schema;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is missing in a database, as a script for its administrator. */
public final class SchemaScript {
    private SchemaScript() {}

    /** The steps of all reports, each once, in the order in which they have to be done. */
    public static List<Step> steps(List<SchemaReport> reports) {
        Set<Step> steps = new LinkedHashSet<>();
        // What belongs to the database comes first: triggers call a function of it.
        reports.forEach(
                report -> report.steps().stream().filter(SchemaScript::isShared).forEach(steps::add));
        reports.forEach(report -> steps.addAll(report.steps()));
        return List.copyOf(steps);
    }

    private static boolean isShared(Step step) {
        return step.table().isEmpty();
    }

    /**
     * How a database is told how long to wait for locks.
     *
     * @param little so that writers behind it do not wait for long
     * @param endless for what makes nobody wait
     */
    public record Patience(String little, String endless) {
        public static final Patience POSTGRESQL = new Patience("SET lock_timeout = '2s'", "SET lock_timeout = 0");
        public static final Patience MYSQL =
                new Patience("SET lock_wait_timeout = 2", "SET lock_wait_timeout = 31536000");
    }

    /** The script, with a comment on each step. */
    public static String of(String database, List<SchemaReport> reports, Patience patience) {
        List<Step> steps = steps(reports);
        StringBuilder script = new StringBuilder("-- Signalbox: what is missing in " + oneLine(database) + "\n");
        if (steps.isEmpty()) {
            return script.append("-- Nothing.\n").toString();
        }
        script.append("-- Run it statement by statement, not inside a transaction.\n");
        script.append(patience.little()).append("; -- if a step fails by this, run it again\n");
        for (Step step : steps) {
            script.append("\n-- ")
                    .append(oneLine(step.title()))
                    .append(": ")
                    .append(oneLine(step.purpose()))
                    .append(".\n");
            boolean patient = step.manner() == Step.Manner.CONCURRENTLY;
            if (patient) {
                script.append(patience.endless()).append("; -- makes no writer wait\n");
            }
            step.statements().forEach(statement -> script.append(statement).append(";\n"));
            step.grants().forEach(grant -> script.append(grant).append(";\n"));
            if (patient) {
                script.append(patience.little()).append(";\n");
            }
        }
        return script.toString();
    }

    /** A name with a line break in it must not end a comment. */
    private static String oneLine(String text) {
        return text.replaceAll("\\R", " ");
    }
}

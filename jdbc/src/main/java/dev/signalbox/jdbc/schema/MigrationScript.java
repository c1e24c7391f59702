package dev.signalbox.jdbc.schema;

import java.util.List;
import java.util.Locale;

/** A script that creates everything, for a tool that runs migrations. It is made without a look at the database. */
public final class MigrationScript {
    /** The parts of a script, which a tool may need as separate migrations. */
    public enum Part {
        /** Tables, functions, triggers and rights. */
        TABLES,
        /** Indexes of the application's tables, whose building makes no writer wait. */
        INDEXES;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What frames the parts on a database.
     *
     * @param begin what begins the transaction of the tables; empty if there is none
     * @param commit what ends it
     * @param tables how the tables are to be run, in a sentence
     * @param indexes how the indexes are to be run, in a sentence
     */
    public record Frame(String begin, String commit, String tables, String indexes) {
        public static final Frame POSTGRESQL = new Frame(
                "BEGIN;\n",
                "COMMIT;\n",
                "one transaction",
                "each statement by itself, outside a transaction; leave out those that the application has already");
        public static final Frame MYSQL = new Frame(
                "",
                "",
                "each statement commits by itself, as all of this kind do here",
                "each statement by itself; leave out those that the application has already");
    }

    private MigrationScript() {}

    /** Both parts. */
    public static String of(String database, List<SchemaStep> steps, Frame frame) {
        return head(database)
                + "\n-- Part 1, tables: " + frame.tables() + ".\n"
                + frame.begin()
                + steps(steps, Part.TABLES)
                + (frame.commit().isEmpty() ? "" : "\n" + frame.commit())
                + "\n-- Part 2, indexes: " + frame.indexes() + ".\n"
                + steps(steps, Part.INDEXES);
    }

    /** One part, whose transaction is that of the tool that runs it. */
    public static String of(String database, List<SchemaStep> steps, Frame frame, Part part) {
        String how = part == Part.TABLES ? frame.tables() : frame.indexes();
        return head(database) + "-- Part " + part.key() + ": " + how + ".\n" + steps(steps, part);
    }

    private static String head(String database) {
        return "-- Signalbox: all that it needs in " + SchemaScript.oneLine(database)
                + ", under the names of the configuration.\n-- The tables of the application must be there before.\n";
    }

    private static String steps(List<SchemaStep> steps, Part part) {
        StringBuilder script = new StringBuilder();
        steps.stream()
                .filter(step -> (step.execution() == SchemaStep.Execution.CONCURRENTLY) == (part == Part.INDEXES))
                .forEach(step -> SchemaScript.append(script, step));
        return script.isEmpty() ? "-- Nothing.\n" : script.toString();
    }
}

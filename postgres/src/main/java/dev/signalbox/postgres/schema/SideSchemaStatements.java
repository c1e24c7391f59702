package dev.signalbox.postgres.schema;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The statements of the side schema, one by one. */
final class SideSchemaStatements {
    private static final Pattern TABLE = Pattern.compile("^CREATE TABLE IF NOT EXISTS signalbox\\.(\\w+)");
    private static final String SCHEMA = "CREATE SCHEMA signalbox";

    private static final List<String> STATEMENTS = Arrays.stream(
                    PostgresSideSchema.ddl().replaceAll("(?m)^\\s*--.*$", "").split(";", -1))
            .map(String::strip)
            .filter(statement -> !statement.isEmpty())
            .toList();

    private SideSchemaStatements() {}

    static List<String> names() {
        return STATEMENTS.stream()
                .map(TABLE::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .toList();
    }

    static List<String> creationOf(List<String> tables) {
        List<String> statements = new ArrayList<>();
        for (String statement : STATEMENTS) {
            Matcher matcher = TABLE.matcher(statement);
            boolean wanted = matcher.find() ? tables.contains(matcher.group(1)) : !statement.equals(SCHEMA);
            if (wanted) {
                statements.add(statement);
            }
        }
        return statements;
    }

    static List<String> grantsTo(String role) {
        String quoted = Quoting.POSTGRESQL.quote(role);
        return List.of(
                "GRANT USAGE ON SCHEMA signalbox TO " + quoted,
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA signalbox TO " + quoted);
    }
}

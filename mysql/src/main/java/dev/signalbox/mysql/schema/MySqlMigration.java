package dev.signalbox.mysql.schema;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.SchemaTarget;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.lease.MySqlSideSchema;
import dev.signalbox.mysql.outbox.MySqlOutboxTable;
import dev.signalbox.mysql.outbox.MySqlOwnTableDdl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The steps that create everything for the tables of one database, without a look at it. */
public final class MySqlMigration {
    private static final Quoting QUOTING = Quoting.MYSQL;
    private static final String ANY_HOST = "%";

    private final ServerKind server;
    private final String account;
    private final List<SchemaStep> steps = new ArrayList<>();

    private MySqlMigration(ServerKind server, String account) {
        this.server = server;
        this.account = account;
    }

    /**
     * @param role the user whom the rights are granted to, with or without a host
     * @throws IllegalArgumentException if a name cannot be one in the database
     */
    public static List<SchemaStep> steps(List<SchemaTarget> targets, ServerKind server, String role) {
        if (role.isEmpty() || role.startsWith("@") || role.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "role: '%s' is not a user; allowed are NAME and NAME@HOST".formatted(role.replace("\0", "\\0")));
        }
        String account = MySqlSideSchema.quotedAccount(role.indexOf('@') > 0 ? role : role + "@" + ANY_HOST);
        MySqlMigration migration = new MySqlMigration(server, account);
        migration.sideTables();
        for (SchemaTarget target : targets) {
            switch (target) {
                case SchemaTarget.StatusTable table -> migration.statusTable(table);
                case SchemaTarget.OwnTable own -> migration.ownTable(own.table());
            }
        }
        return migration.steps.stream().distinct().toList();
    }

    private void sideTables() {
        List<String> statements = new ArrayList<>(MySqlSideSchema.creations().values());
        statements.addAll(MySqlSideSchema.additions().values());
        step(
                "create the tables signalbox_*",
                "by them the nodes share the work",
                SchemaStep.Execution.TRANSACTION,
                statements,
                MySqlSideSchema.grants(account));
    }

    private void ownTable(TableName table) {
        refuse(OutboxLayouts.SIGNALBOX.layout(table).problems(QUOTING));
        step(
                "create table " + table,
                "what the application writes and the relay reads",
                SchemaStep.Execution.TRANSACTION,
                List.of(MySqlOwnTableDdl.creation(table, server)),
                List.of("GRANT SELECT, UPDATE, DELETE ON %s TO %s".formatted(table.quoted(QUOTING), account)));
    }

    private void statusTable(SchemaTarget.StatusTable target) {
        OutboxLayout layout = target.layout();
        refuse(layout.problems(QUOTING));
        String table = layout.table().quoted(QUOTING);
        List<String> grants = new ArrayList<>();
        grants.add("GRANT SELECT, UPDATE%s ON %s TO %s"
                .formatted(target.retention().deletes() ? ", DELETE" : "", table, account));
        ProcessedEvents events = layout.processedEvents();
        if (events != null) {
            grants.add("GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %s"
                    .formatted(events.table().quoted(QUOTING), account));
        }
        step(
                "allow " + account + " to work on " + layout.table(),
                "what the relay reads and marks",
                SchemaStep.Execution.TRANSACTION,
                List.of(),
                grants);
        if (target.retention() instanceof Retention.ArchiveAfter archive) {
            archive(layout.table(), ArchiveTable.named(archive));
        }
        index(layout);
    }

    private void archive(TableName table, TableName archive) {
        step(
                "create table " + archive,
                "completed rows move there",
                SchemaStep.Execution.TRANSACTION,
                List.of(SchemaSql.ARCHIVE_TABLE.text(
                        Map.of("archive", archive.quoted(QUOTING), "table", table.quoted(QUOTING)))),
                List.of(
                        "GRANT DELETE ON %s TO %s".formatted(table.quoted(QUOTING), account),
                        "GRANT INSERT ON %s TO %s".formatted(archive.quoted(QUOTING), account)));
    }

    private void index(OutboxLayout layout) {
        String columns = MySqlOutboxTable.claimColumns(layout).stream()
                .map(QUOTING::quote)
                .collect(Collectors.joining(", "));
        String index = IndexName.CLAIM.of(layout);
        step(
                "create index " + index + " on " + layout.table(),
                "without it every claim reads the whole table",
                SchemaStep.Execution.CONCURRENTLY,
                List.of(SchemaSql.CLAIM_INDEX.text(Map.of(
                        "claim_columns", columns,
                        "table", layout.table().quoted(QUOTING),
                        "index", QUOTING.quote(index)))),
                List.of());
    }

    private void step(
            String title,
            String purpose,
            SchemaStep.Execution execution,
            List<String> statements,
            List<String> grants) {
        steps.add(new SchemaStep(title, purpose, "", execution, statements, grants, List.of()));
    }

    private static void refuse(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
    }
}

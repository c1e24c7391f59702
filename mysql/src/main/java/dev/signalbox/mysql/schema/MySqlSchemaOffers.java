package dev.signalbox.mysql.schema;

import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.schema.ArchiveTableCheck;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.jdbc.schema.SchemaFindings;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.lease.MySqlSideSchema;
import dev.signalbox.mysql.outbox.MySqlOutboxTable;
import dev.signalbox.mysql.outbox.MySqlOwnTableDdl;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The steps that improve a table that already works. */
final class MySqlSchemaOffers {
    private static final Quoting QUOTING = Quoting.MYSQL;
    private static final String CLAIM_PURPOSE = "without it every claim reads the whole table";
    private static final String ID_PURPOSE = "without it every settlement reads the whole table";
    private static final String SIDE_PURPOSE =
            "without them the rows of a killed node wait for the processing time-out, and one node works at a time";

    private final MySqlOutboxTable table;
    private final TableName name;
    private final MySqlDatabaseInspection database;
    private final SchemaFindings report;

    MySqlSchemaOffers(MySqlOutboxTable table, MySqlDatabaseInspection database, SchemaFindings report) {
        this.table = table;
        this.name = table.layout().table();
        this.database = database;
        this.report = report;
    }

    void ownTable(ServerKind server) {
        report.step(
                "create table " + name,
                "what the application writes and the relay reads",
                name.quoted(QUOTING),
                List.of(MySqlOwnTableDdl.creation(name, server)),
                List.of("GRANT SELECT, UPDATE, DELETE ON %s TO %s".formatted(name.quoted(QUOTING), database.account())),
                database.rightsMissing("CREATE", name));
    }

    void indexes() {
        OutboxLayout.Columns columns = table.layout().columns();
        String claim = "(" + String.join(", ", MySqlOutboxTable.claimColumns(table.layout())) + ")";
        index("claim", claim, CLAIM_PURPOSE, table.claimIndex() != null, IndexName.CLAIM.of(table.layout()));
        index("id", "(" + columns.id() + ")", ID_PURPOSE, table.idIndex() != null, IndexName.ID.of(table.layout()));
    }

    void archive(ArchiveTable archive) {
        Map<String, String> names = Map.of("archive", archive.table().quoted(QUOTING), "table", name.quoted(QUOTING));
        ArchiveTableCheck.addTo(
                report,
                archive,
                new ArchiveTableCheck.ArchiveCreation(
                        QUOTING,
                        SchemaSql.ARCHIVE_TABLE.text(names),
                        database.account(),
                        database.rightsMissing("CREATE", archive.table())));
    }

    private void index(String kind, String columns, String purpose, boolean present, String called) {
        String item = kind + " index";
        if (present) {
            report.present(item, "an index on " + columns, purpose);
            return;
        }
        report.missing(item, "no index on " + columns, purpose);
        report.add(new SchemaStep(
                "create index " + called + " on " + name + " " + columns,
                purpose,
                name.quoted(QUOTING),
                SchemaStep.Execution.CONCURRENTLY,
                List.of(creation(kind.equals("id") ? SchemaSql.ID_INDEX : SchemaSql.CLAIM_INDEX, called)),
                List.of(),
                database.rightsMissing("INDEX", name)));
    }

    private String creation(SchemaSql statement, String index) {
        Map<String, String> names = new HashMap<>();
        names.put("id", QUOTING.quote(table.layout().columns().id()));
        names.put(
                "claim_columns",
                MySqlOutboxTable.claimColumns(table.layout()).stream()
                        .map(QUOTING::quote)
                        .collect(Collectors.joining(", ")));
        names.put("table", name.quoted(QUOTING));
        names.put("index", QUOTING.quote(index));
        return statement.text(names);
    }

    void sideTables() {
        switch (database.sideTables()) {
            case SideSchemaState.Available() -> report.present("own tables", "all tables are there", SIDE_PURPOSE);
            case SideSchemaState.Unavailable(String reason) -> {
                State state = database.missing().isEmpty() ? State.WRONG : State.MISSING;
                String detail = (database.missing().isEmpty() ? "lacks the right to " : "missing: ") + reason;
                report.add("own tables", state, false, detail, SIDE_PURPOSE);
                addSideTables();
            }
        }
    }

    private void addSideTables() {
        List<String> creation = Stream.concat(
                        MySqlSideSchema.creations().entrySet().stream(),
                        MySqlSideSchema.additions().entrySet().stream())
                .filter(table -> database.missing().contains(table.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        List<String> missingRights = creation.isEmpty()
                ? database.forbidden()
                : database.rightsMissing("CREATE", new TableName(null, "signalbox_nodes"));
        report.step(
                creation.isEmpty() ? "allow the use of the tables signalbox_*" : "create the tables signalbox_*",
                SIDE_PURPOSE,
                "",
                creation,
                MySqlSideSchema.grants(database.account()),
                missingRights);
    }
}

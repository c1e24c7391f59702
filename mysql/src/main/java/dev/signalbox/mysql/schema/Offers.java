package dev.signalbox.mysql.schema;

import dev.signalbox.core.operation.Finding;
import dev.signalbox.core.operation.Finding.State;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.jdbc.outbox.Archive;
import dev.signalbox.jdbc.schema.ArchiveOffer;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.jdbc.schema.Step;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.lease.SideSchema;
import dev.signalbox.mysql.outbox.MySqlTable;
import dev.signalbox.mysql.outbox.OwnTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What would make a table that works better, and the steps to it. */
final class Offers {
    private static final Quoting QUOTING = Quoting.MYSQL;
    private static final String CLAIM_PURPOSE = "without it every claim reads the whole table";
    private static final String ID_PURPOSE = "without it every settlement reads the whole table";
    private static final String SIDE_PURPOSE =
            "without them the rows of a killed node wait for the processing time-out, and one node works at a time";

    private final MySqlTable table;
    private final TableName name;
    private final DatabaseFacts database;
    private final List<Finding> findings;
    private final List<Step> steps;

    Offers(MySqlTable table, DatabaseFacts database, List<Finding> findings, List<Step> steps) {
        this.table = table;
        this.name = table.layout().table();
        this.database = database;
        this.findings = findings;
        this.steps = steps;
    }

    void ownTable(ServerKind server) {
        steps.add(new Step(
                "create table " + name,
                "what the application writes and the relay reads",
                name.quoted(QUOTING),
                Step.Manner.TRANSACTION,
                List.of(OwnTable.creation(name, server)),
                List.of("GRANT SELECT, UPDATE, DELETE ON %s TO %s".formatted(name.quoted(QUOTING), database.account())),
                database.rightsMissing("CREATE", name)));
    }

    void indexes() {
        OutboxLayout.Columns columns = table.layout().columns();
        String claim = "(" + String.join(", ", MySqlTable.claimColumns(table.layout())) + ")";
        index("claim", claim, CLAIM_PURPOSE, table.claimIndex() != null, IndexName.claim(table.layout()));
        index("id", "(" + columns.id() + ")", ID_PURPOSE, table.idIndex() != null, IndexName.id(table.layout()));
    }

    void archive(Archive archive) {
        Map<String, String> names = Map.of("archive", archive.table().quoted(QUOTING), "table", name.quoted(QUOTING));
        ArchiveOffer.addTo(
                findings,
                steps,
                archive,
                new ArchiveOffer.Making(
                        QUOTING,
                        DatabaseFacts.SQL.sql("archive-table", names).text(),
                        database.account(),
                        database.rightsMissing("CREATE", archive.table())));
    }

    private void index(String kind, String columns, String purpose, boolean present, String called) {
        String item = kind + " index";
        if (present) {
            findings.add(new Finding(item, State.PRESENT, false, "an index on " + columns, purpose));
            return;
        }
        findings.add(new Finding(item, State.MISSING, false, "no index on " + columns, purpose));
        steps.add(new Step(
                "create index " + called + " on " + name + " " + columns,
                purpose,
                name.quoted(QUOTING),
                Step.Manner.CONCURRENTLY,
                List.of(creation(statement(kind), called)),
                List.of(),
                database.rightsMissing("INDEX", name)));
    }

    private String statement(String kind) {
        boolean byMoments = kind.equals("claim") && table.layout().states() instanceof OutboxLayout.Moments;
        return byMoments ? "claim-index-by-moments" : kind + "-index";
    }

    private String creation(String statement, String index) {
        Map<String, String> names = new HashMap<>();
        table.layout().columns().byKey().forEach((key, column) -> names.put(key, QUOTING.quote(column)));
        names.put("group", QUOTING.quote(table.layout().columns().group()));
        names.put("turn", QUOTING.quote(table.layout().turn()));
        names.put("table", name.quoted(QUOTING));
        names.put("index", QUOTING.quote(index));
        return DatabaseFacts.SQL.sql(statement, names).text();
    }

    void sideTables() {
        switch (database.sideTables()) {
            case SideSchemaState.Available() ->
                findings.add(new Finding("own tables", State.PRESENT, false, "all tables are there", SIDE_PURPOSE));
            case SideSchemaState.Unavailable(String reason) -> {
                State state = database.missing().isEmpty() ? State.WRONG : State.MISSING;
                String detail = (database.missing().isEmpty() ? "lacks the right to " : "missing: ") + reason;
                findings.add(new Finding("own tables", state, false, detail, SIDE_PURPOSE));
                addSideTables();
            }
        }
    }

    private void addSideTables() {
        List<String> creation = SideSchema.creations().entrySet().stream()
                .filter(table -> database.missing().contains(table.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        List<String> missingRights = creation.isEmpty()
                ? database.forbidden()
                : database.rightsMissing("CREATE", new TableName(null, "signalbox_nodes"));
        steps.add(new Step(
                creation.isEmpty() ? "allow the use of the tables signalbox_*" : "create the tables signalbox_*",
                SIDE_PURPOSE,
                "",
                Step.Manner.TRANSACTION,
                creation,
                SideSchema.grants(database.account()),
                missingRights));
    }
}

package dev.signalbox.postgres.schema;

import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.StateConditions;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.schema.ArchiveTableCheck;
import dev.signalbox.jdbc.schema.IndexName;
import dev.signalbox.jdbc.schema.SchemaFindings;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.postgres.connection.PostgresSearchPath;
import dev.signalbox.postgres.lease.SchemaIntruder;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import dev.signalbox.postgres.outbox.ClaimIndex;
import dev.signalbox.postgres.outbox.PostgresOutboxTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Optional improvements of a usable table, and the steps to install them. */
final class PostgresSchemaOffers {
    private static final Quoting QUOTING = Quoting.POSTGRESQL;
    private static final String CREATE_SCHEMA = "CREATE SCHEMA IF NOT EXISTS signalbox";
    private static final String ID_PURPOSE = "without it every settlement reads the whole table";
    private static final String SIDE_PURPOSE =
            "without it the rows of a killed node wait for the processing time-out, and one node works at a time";
    private static final String LIMITS_PURPOSE =
            "with it the application's INSERT fails if an id, type, group or header is oversized, instead of the message";
    private static final String WAKE_PURPOSE =
            "with it a new message is found at once instead of at the next poll, and an idle relay hardly polls";

    private static final String INTRUDERS_PURPOSE =
            "who may create objects in the schema signalbox can make Signalbox run any code, so no relay starts";
    private static final String PATH_PURPOSE =
            "without it functions and operators that other roles create may run as this role";
    /** Signalbox never runs these statements itself. */
    private static final List<String> ADMINISTRATOR = List.of("the consent of an administrator");

    private final TableName name;
    private final PostgresDatabaseInspection database;
    private final PostgresTableInspection table;
    private final SchemaFindings report;

    PostgresSchemaOffers(
            TableName name, PostgresDatabaseInspection database, PostgresTableInspection table, SchemaFindings report) {
        this.name = name;
        this.database = database;
        this.table = table;
        this.report = report;
    }

    void indexes(OutboxLayout layout, PostgresOutboxTable.Indexes present, boolean idIndex, Retention retention) {
        for (ClaimIndex index : ClaimIndex.of(layout, retention)) {
            String called = index.kind().of(layout);
            index(
                    index.kind().name().toLowerCase(Locale.ROOT) + " index",
                    index.columns(),
                    "without it " + index.price(),
                    index.isIn(present),
                    called,
                    fill(layout, index.kind(), called));
        }
        String idName = IndexName.ID.of(layout);
        String creation = fill(layout, IndexName.ID, idName);
        index("id index", "(" + layout.columns().id() + ")", ID_PURPOSE, idIndex, idName, creation);
    }

    /**
     * Offers one index.
     *
     * @param called the index name
     * @param creation the statement that builds it
     */
    void index(String item, String columns, String purpose, boolean present, String called, String creation) {
        boolean broken = table.broken().contains(called);
        if (present) {
            report.present(item, "an index on " + columns, purpose);
            return;
        }
        String detail = broken
                ? "the building of " + called + (table.beingIndexed() ? " goes on" : " did not come to its end")
                : "no index on " + columns;
        report.add(item, broken ? State.WRONG : State.MISSING, false, detail, purpose);
        if (broken && table.beingIndexed()) {
            return;
        }
        List<String> statements = new ArrayList<>();
        if (broken) {
            statements.add(drop(SchemaSql.Statement.DROP_INDEX, called));
        }
        statements.add(creation);
        report.add(new SchemaStep(
                "create index " + called + " on " + name + " " + columns,
                purpose,
                name.quoted(QUOTING),
                table.partitioned() ? SchemaStep.Execution.TRANSACTION : SchemaStep.Execution.CONCURRENTLY,
                statements,
                List.of(),
                table.rightsToIndex()));
    }

    /** Offers the constraint that limits the columns of new rows of one of Signalbox's own tables. */
    void limits(boolean present, String called, String creation) {
        if (present) {
            report.present("limits", "the constraint " + called, LIMITS_PURPOSE);
            return;
        }
        report.missing("limits", "no constraint " + called, LIMITS_PURPOSE);
        report.step(
                "add constraint " + called + " to " + name,
                LIMITS_PURPOSE,
                name.quoted(QUOTING),
                List.of(creation),
                List.of(),
                table.rightsToIndex());
    }

    /** @param rightsToCreate the rights that this role lacks to create the table */
    void archive(OutboxLayout layout, ArchiveTable archive, List<String> rightsToCreate) {
        Map<String, String> names = new HashMap<>();
        names.put("archive", archive.table().quoted(QUOTING));
        names.put("id", QUOTING.quote(layout.columns().id()));
        ArchiveTableCheck.addTo(
                report,
                archive,
                new ArchiveTableCheck.ArchiveCreation(
                        QUOTING,
                        fill(SchemaSql.Statement.ARCHIVE_TABLE, archive.table().table(), names),
                        QUOTING.quote(database.role()),
                        rightsToCreate));
    }

    void sideSchema() {
        sideSchema(SIDE_PURPOSE, false);
    }

    /** @param needed whether Signalbox can't work without it, so that missing rights are an error */
    void sideSchema(String purpose, boolean needed) {
        intruders();
        searchPath();
        otherTriggers();
        boolean unusable = database.hasSchema() && !database.mayUseSchema();
        if (!database.missing().isEmpty()) {
            String detail = database.hasSchema() ? "missing: " + String.join(", ", database.missing()) : "not there";
            boolean stops = needed && !database.rightsToCreate().isEmpty();
            report.add("schema signalbox", State.MISSING, stops, detail, purpose);
            addSideSchema(SideSchemaStatements.creationOf(database.missing()), database.rightsToCreate());
        } else if (unusable || !database.forbidden().isEmpty()) {
            String what =
                    unusable ? "USAGE on schema signalbox" : "rights on " + String.join(", ", database.forbidden());
            report.add("schema signalbox", State.WRONG, needed, "lacks " + what, purpose);
            addSideSchema(List.of(), List.of(what));
        } else {
            report.present("schema signalbox", "all tables are there", purpose);
        }
    }

    private void intruders() {
        List<SchemaIntruder> intruders = database.intruders();
        if (intruders.isEmpty()) {
            return;
        }
        intruders.forEach(
                intruder -> report.add("rights of others", State.WRONG, true, intruder.text(), INTRUDERS_PURPOSE));
        List<String> remedies = intruders.stream()
                .flatMap(intruder -> intruder.remedy().stream())
                .toList();
        if (!remedies.isEmpty()) {
            report.step(
                    "end rights of other roles on schema signalbox",
                    INTRUDERS_PURPOSE,
                    "",
                    remedies,
                    List.of(),
                    ADMINISTRATOR);
        }
    }

    private void otherTriggers() {
        table.otherTriggers().forEach(other -> report.wrong("other trigger", other.problem(), other.consequence()));
    }

    private void searchPath() {
        database.unsafePath().ifPresent(path -> {
            String detail = "a pooling proxy serves the connection, and role %s has the search path %s"
                    .formatted(database.role(), path);
            report.wrong("search path", detail, PATH_PURPOSE);
            report.step(
                    "set the search path of role " + database.role() + ", which nothing but Signalbox may use",
                    PATH_PURPOSE,
                    "",
                    PostgresSearchPath.statementsFor(database.role(), database.name()),
                    List.of(),
                    ADMINISTRATOR);
        });
    }

    private void addSideSchema(List<String> creation, List<String> missingRights) {
        report.step(
                creation.isEmpty() ? "allow the use of schema signalbox" : "create the tables of schema signalbox",
                SIDE_PURPOSE,
                "",
                withSchema(creation),
                SideSchemaStatements.grantsTo(database.role()),
                missingRights);
    }

    void wakeUps() {
        boolean functionFine = database.wakeCurrent();
        boolean triggerFine = table.trigger() == PostgresTableInspection.TriggerState.PRESENT;
        if (functionFine && triggerFine) {
            report.present("wake-up trigger", "the trigger " + WakeUpTrigger.NAME, WAKE_PURPOSE);
            return;
        }
        boolean missing = table.trigger() == PostgresTableInspection.TriggerState.MISSING;
        report.add("wake-up trigger", missing ? State.MISSING : State.WRONG, false, triggerDetail(), WAKE_PURPOSE);
        List<String> missingRights = functionFine ? List.of() : rightsToCreateFunction();
        if (!functionFine) {
            addFunction(missingRights);
        }
        if (!triggerFine) {
            addTrigger(missing, missingRights);
        }
    }

    /** Offers what triggers of tables call that this role can't look at yet. */
    void wakeUpFunction() {
        if (!database.wakeCurrent()) {
            report.missing("wake-up trigger", "the function signalbox.wake is not this version's", WAKE_PURPOSE);
            addFunction(rightsToCreateFunction());
        }
    }

    private String triggerDetail() {
        return switch (table.trigger()) {
            case MISSING -> "no trigger " + WakeUpTrigger.NAME;
            case OFF -> "the trigger " + WakeUpTrigger.NAME + " is switched off";
            case FOREIGN -> "the trigger " + WakeUpTrigger.NAME + " calls something else";
            case PRESENT -> "the function signalbox.wake is not this version's";
        };
    }

    private List<String> rightsToCreateFunction() {
        return database.wakeSource() != null && !database.mayReplaceWake()
                ? List.of("ownership of function signalbox.wake")
                : database.rightsToCreate();
    }

    private void addFunction(List<String> missingRights) {
        boolean replaces = database.wakeSource() != null;
        report.step(
                (replaces ? "replace" : "create") + " function signalbox.wake",
                "what the triggers of all tables call",
                "",
                withSchema(List.of(WakeUpTrigger.functionDdl())),
                List.of(),
                missingRights);
    }

    private void addTrigger(boolean missing, List<String> rightsMissingBefore) {
        String create = WakeUpTrigger.triggerDdl(name);
        String caution = database.twoPhase()
                ? "; not for writers that use PREPARE TRANSACTION, which PostgreSQL refuses after a notification"
                : "";
        // A role that may create the schema may use it afterwards.
        boolean named = !database.hasSchema() || database.mayUseSchema();
        List<String> missingRights = new ArrayList<>(rightsMissingBefore);
        missingRights.addAll(table.rightsToTrigger());
        if (!named) {
            missingRights.add("USAGE on schema signalbox");
        }
        report.step(
                "create trigger " + WakeUpTrigger.NAME + " on " + name,
                WAKE_PURPOSE + caution,
                name.quoted(QUOTING),
                missing ? List.of(create) : List.of(drop(SchemaSql.Statement.DROP_TRIGGER, WakeUpTrigger.NAME), create),
                List.of(),
                missingRights);
    }

    private List<String> withSchema(List<String> statements) {
        return database.hasSchema()
                ? statements
                : Stream.concat(Stream.of(CREATE_SCHEMA), statements.stream()).toList();
    }

    private String fill(OutboxLayout layout, IndexName kind, String index) {
        Map<String, String> names = new HashMap<>();
        layout.columns().byKey().forEach((key, column) -> names.put(key, QUOTING.quote(column)));
        names.put("group", QUOTING.quote(layout.columns().group()));
        if (layout.stateEncoding() instanceof OutboxLayout.SentOnly) {
            names.put("unsent", StateConditions.unsent(layout, QUOTING, ""));
        }
        return fill(SchemaSql.INDEXES.template(kind), index, names, LayoutPart.of(layout));
    }

    private String drop(SchemaSql.Statement statement, String called) {
        return fill(statement, called, new HashMap<>());
    }

    private String fill(SchemaSql.Statement statement, String called, Map<String, String> names) {
        return fill(SchemaSql.STATEMENTS.template(statement), called, names, Set.of());
    }

    private String fill(
            SqlTemplate<SqlTemplate.NoPart> template, String called, Map<String, String> names, Set<LayoutPart> parts) {
        names.put("table", name.quoted(QUOTING));
        names.put("schema", QUOTING.quote(table.schema()));
        names.put("index", QUOTING.quote(called));
        names.put("trigger", QUOTING.quote(called));
        names.put("concurrently", table.partitioned() ? "" : "CONCURRENTLY");
        return template.fill(names, Set.of(), parts).text().strip().replace("INDEX  ", "INDEX ");
    }
}

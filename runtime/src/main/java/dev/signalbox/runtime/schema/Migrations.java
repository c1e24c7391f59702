package dev.signalbox.runtime.schema;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.schema.MigrationScript;
import dev.signalbox.jdbc.schema.MigrationScript.Frame;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.mongodb.MongoSchemaCheck;
import dev.signalbox.mysql.connection.ServerKind;
import dev.signalbox.mysql.schema.MySqlMigration;
import dev.signalbox.platform.postgres.schema.PlatformSchema;
import dev.signalbox.postgres.schema.PostgresMigration;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.database.MongoDatabase;
import dev.signalbox.runtime.settings.Masking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Scripts that create everything, for tools that run migrations. */
final class Migrations {
    private static final TableName QUEUE = new TableName("signalbox_platform", "queue");

    private Migrations() {}

    static String script(SchemaTargets targets, Optional<String> role, Optional<MigrationScript.Part> part) {
        SourceConfig source = targets.source();
        String place = SchemaTargets.place(source, Masking.shown(source.url()));
        return switch (source.kind()) {
            case POSTGRESQL -> script(place, onPostgres(targets, user(source, role)), Frame.POSTGRESQL, part);
            case MYSQL -> script(place, onMySql(targets, ServerKind.MYSQL, user(source, role)), Frame.MYSQL, part);
            case MARIADB -> script(place, onMySql(targets, ServerKind.MARIADB, user(source, role)), Frame.MYSQL, part);
            case MONGODB -> onMongo(targets, place);
        };
    }

    private static String user(SourceConfig source, Optional<String> role) {
        return role.or(source::username)
                .orElseThrow(() -> new IllegalArgumentException(
                        "source %s names no user whom rights are granted to; name one by --role"
                                .formatted(source.name())));
    }

    private static String script(
            String place, List<SchemaStep> steps, Frame frame, Optional<MigrationScript.Part> part) {
        return part.map(only -> MigrationScript.of(place, steps, frame, only))
                .orElseGet(() -> MigrationScript.of(place, steps, frame));
    }

    private static List<SchemaStep> onPostgres(SchemaTargets targets, String role) {
        if (!targets.ofPlatform()) {
            return PostgresMigration.steps(targets.configuredTables(), targets.configuredLogs(), role);
        }
        List<SchemaStep> steps = new ArrayList<>();
        steps.add(new SchemaStep(
                "create the tables of the event platform",
                "they belong to the role " + role + ", which whoever runs this must be able to become",
                "",
                SchemaStep.Execution.TRANSACTION,
                PlatformSchema.statementsFor(role),
                List.of(),
                List.of()));
        steps.addAll(PostgresMigration.platformSteps(QUEUE, role));
        return steps;
    }

    private static List<SchemaStep> onMySql(SchemaTargets targets, ServerKind server, String role) {
        return MySqlMigration.steps(targets.configuredTables(), server, role);
    }

    private static String onMongo(SchemaTargets targets, String place) {
        String indexes = targets.relays().stream()
                .map(relay -> MongoSchemaCheck.claimIndexStep(MongoDatabase.collection(relay)))
                .distinct()
                .map(step -> "\n// " + step.title() + ": " + step.purpose() + ".\n" + step.statement() + ";\n")
                .collect(Collectors.joining());
        return "// Signalbox: all that it needs in " + place.replaceAll("\\R", " ")
                + "; its own collections appear with their first documents\nuse "
                + targets.source().database().orElseThrow() + "\n" + indexes;
    }
}

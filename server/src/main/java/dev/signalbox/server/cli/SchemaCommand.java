package dev.signalbox.server.cli;

import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.jdbc.schema.TrialMode;
import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.schema.SchemaTargets;
import dev.signalbox.runtime.schema.SourceSchema;
import dev.signalbox.runtime.settings.ConfigException;
import dev.signalbox.server.program.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds what the databases of relays and logs lack, and adds it. */
@Command(
        name = "schema",
        description = {
            "Finds what the databases of relays, logs and the event platform lack, and adds it.",
            "Most work without it; the additions make them faster or safer."
        },
        mixinStandardHelpOptions = true)
final class SchemaCommand extends PrintingCommand implements Runnable {
    /** Work on one database. */
    private interface SchemaTask {
        void run(SchemaTargets targets, SourceSchema schema, List<TableSchemaReport> reports)
                throws SourceSchema.SchemaException;
    }

    private record InstallResult(String source, List<String> steps, List<String> failures) {}

    @Override
    public void run() {
        throw wrongUsage("schema what? check, install or sql");
    }

    @Command(
            name = "check",
            description = {
                "Lists what is present, what is missing, and its purpose. Compares the tables of relays with what Signalbox reads and",
                "writes, and proves it on a temporary copy, which is rolled back.",
                "Ends with 0 if nothing is missing, 4 if all works but could do better, 5 if a relay or log cannot work or some",
                "write of it fails, 1 if a database could not be reached."
            },
            mixinStandardHelpOptions = true)
    int check(
            @Mixin SchemaOptions options,
            @Option(
                            names = "--fire-triggers",
                            description = {
                                "Write to a row of each table instead, and roll back. Triggers of the table fire, and what",
                                "they do outside the database stays done."
                            })
                    boolean fireTriggers) {
        List<SchemaView> views = new ArrayList<>();
        ExitCode asked = forEachDatabase(
                options,
                fireTriggers ? TrialMode.ROW : TrialMode.COPY,
                (targets, _, reports) -> reports.stream()
                        .map(report -> SchemaView.of(targets, report))
                        .forEach(views::add));
        if (asked == ExitCode.BAD_USAGE) {
            return asked.code();
        }
        if (options.json) {
            out().println(SchemaView.json(views));
        } else {
            views.forEach(view -> out().print(view.text()));
        }
        out().flush();
        return (asked == ExitCode.OK ? verdict(views) : asked).code();
    }

    private static ExitCode verdict(List<SchemaView> views) {
        if (!views.stream().allMatch(SchemaView::works)) {
            return ExitCode.CANNOT_WORK;
        }
        return views.stream().allMatch(SchemaView::complete) ? ExitCode.OK : ExitCode.IMPROVABLE;
    }

    @Command(
            name = "sql",
            description = {
                "Prints the statements that install would run, and those that would mend a table, for an administrator.",
                "With --all, prints all that Signalbox needs, without a look at the database, for migrations."
            },
            mixinStandardHelpOptions = true)
    int sql(@Mixin SchemaOptions options, @Mixin MigrationOptions migration) {
        if (migration.isWanted()) {
            return migration(options, migration).code();
        }
        ExitCode result = forEachDatabase(options, TrialMode.NONE, (_, schema, reports) -> {
            printScript(options, schema.script(reports));
        });
        out().flush();
        return result.code();
    }

    private void printScript(SchemaOptions options, String script) {
        out().print(options.json ? SchemaView.json(List.of(script)) + "\n" : script);
    }

    private ExitCode migration(SchemaOptions options, MigrationOptions migration) {
        try {
            for (String script : migration.scripts(options.targets())) {
                printScript(options, script);
            }
        } catch (ConfigException | CommandException | IllegalArgumentException e) {
            printError(e.getMessage());
            return ExitCode.BAD_USAGE;
        }
        out().flush();
        return ExitCode.OK;
    }

    @Command(
            name = "install",
            description = "Adds what is missing without blocking writers. Can be run again at any time.",
            mixinStandardHelpOptions = true)
    int install(
            @Mixin SchemaOptions options,
            @Option(names = "--dry-run", description = "Only say what would be done.") boolean dryRun) {
        List<InstallResult> results = new ArrayList<>();
        ExitCode asked = forEachDatabase(
                options,
                TrialMode.NONE,
                (targets, schema, reports) -> results.add(
                        install(options, targets.source().name(), schema, SchemaScript.steps(reports), dryRun)));
        if (options.json && asked != ExitCode.BAD_USAGE) {
            out().println(SchemaView.json(results));
        }
        out().flush();
        boolean failed = false;
        for (InstallResult each : results) {
            each.failures().forEach(failure -> printError("source " + each.source() + ": " + failure));
            failed |= !each.failures().isEmpty();
        }
        if (failed) {
            printError("an administrator can run what 'signalbox schema sql' prints");
            return ExitCode.FAILED.code();
        }
        return asked.code();
    }

    /** Runs the steps that are not left to an administrator. */
    private InstallResult install(
            SchemaOptions options, String source, SourceSchema schema, List<SchemaStep> all, boolean dryRun)
            throws SourceSchema.SchemaException {
        List<SchemaStep> steps = new ArrayList<>();
        for (SchemaStep step : all) {
            if (step.execution() == SchemaStep.Execution.BY_HAND) {
                printProgress(options, "left to an administrator: " + step.title());
            } else {
                steps.add(step);
            }
        }
        List<String> failures =
                dryRun ? missingRights(steps) : schema.install(steps, line -> printProgress(options, line));
        if (dryRun) {
            steps.forEach(step -> printProgress(options, "would " + step.title()));
        }
        if (steps.isEmpty()) {
            printProgress(options, "source " + source + ": nothing to add");
        }
        return new InstallResult(source, steps.stream().map(SchemaStep::title).toList(), failures);
    }

    private static List<String> missingRights(List<SchemaStep> steps) {
        return steps.stream()
                .filter(step -> !step.missingRights().isEmpty())
                .map(step -> "cannot " + step.title() + ": " + String.join(", ", step.missingRights()) + " is missing")
                .toList();
    }

    private ExitCode forEachDatabase(SchemaOptions options, TrialMode trial, SchemaTask task) {
        ExitCode result = ExitCode.OK;
        try {
            for (SchemaTargets targets : options.targets()) {
                try (SourceSchema schema = targets.open()) {
                    task.run(targets, schema, schema.look(trial));
                } catch (SourceSchema.SchemaException e) {
                    printError("source " + targets.source().name() + ": " + e.getMessage());
                    result = ExitCode.FAILED;
                }
            }
        } catch (ConfigException | CommandException e) {
            printError(e.getMessage());
            return ExitCode.BAD_USAGE;
        }
        return result;
    }

    private void printProgress(SchemaOptions options, String line) {
        if (!options.json) {
            out().println(line);
            out().flush();
        }
    }

    /** The options that select tables. */
    static final class SchemaOptions {
        @Option(
                names = "--config",
                required = true,
                paramLabel = "FILE",
                description = "The file that describes the relays and logs.")
        @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
        private Path config;

        @Option(names = "--relay", paramLabel = "NAME", description = "Only the table of this relay or log.")
        private @Nullable String relay;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        List<SchemaTargets> targets() throws ConfigException, CommandException {
            ServerConfig loaded = new ConfigLoader(ProcessEnvironment.ofProcess()).load(config);
            List<RelayConfig> relays = loaded.relays().stream()
                    .filter(each -> relay == null || each.name().equals(relay))
                    .toList();
            List<LogConfig> logs = loaded.logs().stream()
                    .filter(each -> relay == null || each.name().equals(relay))
                    .toList();
            if (relays.isEmpty() && logs.isEmpty() && relay != null) {
                throw CommandException.usage("there is no relay " + relay + "; there is "
                        + Stream.concat(
                                        loaded.relays().stream().map(RelayConfig::name),
                                        loaded.logs().stream().map(LogConfig::name))
                                .collect(Collectors.joining(", ")));
            }
            List<SchemaTargets> all = new ArrayList<>(SchemaTargets.of(loaded, relays, logs));
            if (relay == null) {
                all.addAll(SchemaTargets.ofPlatform(loaded));
            }
            return all;
        }
    }
}

package dev.signalbox.server.cli;

import dev.signalbox.jdbc.schema.SchemaScript;
import dev.signalbox.jdbc.schema.SchemaStep;
import dev.signalbox.jdbc.schema.TableSchemaReport;
import dev.signalbox.runtime.config.ConfigException;
import dev.signalbox.runtime.relays.SchemaTargets;
import dev.signalbox.runtime.relays.SourceSchema;
import dev.signalbox.server.ExitCode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Looks what the databases of relays and logs lack, and adds it. */
@Command(
        name = "schema",
        description = {
            "Looks what the databases of relays and logs lack, and adds it.",
            "Most work without it; what is offered makes them faster or safer."
        },
        mixinStandardHelpOptions = true)
final class SchemaCommand implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private CommandLine.Model.CommandSpec spec;

    /** What to do in one database. */
    private interface SchemaTask {
        void on(SchemaTargets targets, SourceSchema schema, List<TableSchemaReport> reports)
                throws SourceSchema.SchemaException;
    }

    /** What was added, and what could not be. */
    private record InstallResult(String source, List<String> steps, List<String> failures) {}

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "schema what? check, install or sql");
    }

    @Command(
            name = "check",
            description = {
                "Says what is there, what is missing, and what for.",
                "Ends with 0 if nothing is missing, 4 if all works but could do better, 5 if a relay or log cannot work,",
                "1 if a database could not be asked."
            },
            mixinStandardHelpOptions = true)
    int check(@Mixin SchemaOptions options) {
        List<SchemaView> views = new ArrayList<>();
        ExitCode asked = inEach(
                options,
                (targets, _, reports) -> reports.stream()
                        .map(report -> SchemaView.of(targets.source().name(), report, targets.isLog(report.relay())))
                        .forEach(views::add));
        if (asked == ExitCode.BAD_USAGE) {
            return asked.code();
        }
        if (options.json()) {
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
            description = "Prints the statements that install would run, for an administrator.",
            mixinStandardHelpOptions = true)
    int sql(@Mixin SchemaOptions options) {
        ExitCode result = inEach(options, (_, schema, reports) -> {
            String script = schema.script(reports);
            out().print(options.json() ? SchemaView.json(List.of(script)) + "\n" : script);
        });
        out().flush();
        return result.code();
    }

    @Command(
            name = "install",
            description = {"Adds what is missing, without making writers wait. Can be run again at any time."},
            mixinStandardHelpOptions = true)
    int install(
            @Mixin SchemaOptions options,
            @Option(names = "--dry-run", description = "Only say what would be done.") boolean dryRun) {
        List<InstallResult> all = new ArrayList<>();
        ExitCode asked = inEach(options, (targets, schema, reports) -> {
            String source = targets.source().name();
            List<SchemaStep> schemaSteps = SchemaScript.steps(reports);
            InstallResult installResult = new InstallResult(
                    source,
                    schemaSteps.stream().map(SchemaStep::title).toList(),
                    dryRun ? lacking(schemaSteps) : schema.install(schemaSteps, line -> say(options, line)));
            all.add(installResult);
            if (dryRun) {
                installResult.steps().forEach(step -> say(options, "would " + step));
            }
            if (schemaSteps.isEmpty()) {
                say(options, "source " + source + ": nothing to add");
            }
        });
        if (options.json() && asked != ExitCode.BAD_USAGE) {
            out().println(SchemaView.json(all));
        }
        out().flush();
        boolean failed = false;
        for (InstallResult each : all) {
            each.failures().forEach(failure -> complain("source " + each.source() + ": " + failure));
            failed |= !each.failures().isEmpty();
        }
        if (failed) {
            complain("an administrator can run what 'signalbox schema sql' prints");
            return ExitCode.FAILED.code();
        }
        return asked.code();
    }

    private static List<String> lacking(List<SchemaStep> schemaSteps) {
        return schemaSteps.stream()
                .filter(schemaStep -> !schemaStep.missingRights().isEmpty())
                .map(schemaStep -> "cannot " + schemaStep.title() + ": " + String.join(", ", schemaStep.missingRights())
                        + " is missing")
                .toList();
    }

    private ExitCode inEach(SchemaOptions options, SchemaTask schemaTask) {
        ExitCode result = ExitCode.OK;
        try {
            for (SchemaTargets targets : options.targets()) {
                if (!in(targets, schemaTask)) {
                    result = ExitCode.FAILED;
                }
            }
        } catch (ConfigException | SchemaOptions.UnknownRelayException e) {
            complain(String.valueOf(e.getMessage()));
            return ExitCode.BAD_USAGE;
        }
        return result;
    }

    private boolean in(SchemaTargets targets, SchemaTask schemaTask) {
        String source = targets.source().name();
        try (SourceSchema schema = targets.open()) {
            schemaTask.on(targets, schema, schema.look());
            return true;
        } catch (SourceSchema.SchemaException e) {
            complain("source " + source + ": " + e.getMessage());
            return false;
        }
    }

    private void say(SchemaOptions options, String line) {
        if (!options.json()) {
            out().println(line);
            out().flush();
        }
    }

    private void complain(String line) {
        spec.commandLine().getErr().println("signalbox: " + line);
        spec.commandLine().getErr().flush();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}

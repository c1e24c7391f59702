package dev.signalbox.server.cli;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.discovery.OutboxProposal;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.discovery.OutboxDiscovery;
import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.server.program.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Looks for an outbox table in a database, and writes a configuration for it. */
@Command(
        name = "init",
        description = {
            "Looks for an outbox table in a database (PostgreSQL, MySQL or MariaDB), and writes a configuration for it.",
            "Nothing in the database is changed. The configuration is a draft: its relay only shows what it would send, until you name a sink."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the configuration was written",
            "1:the database could not be reached, or the file could not be written",
            "2:the command line is wrong, or several tables look like an outbox and --table names none",
            "5:the table lacks something that every layout needs"
        })
final class InitCommand extends PrintingCommand implements Callable<Integer> {
    private static final OpenOption[] CREATE = {StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE};
    private static final OpenOption[] REPLACE = {
        StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE
    };

    @Mixin
    private final DatabaseOptions database;

    @Option(
            names = "--table",
            paramLabel = "NAME",
            description = "The table, or schema.table; not needed if only one looks like an outbox.")
    private @Nullable String table;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Write the configuration to this file (.yaml or .yml) instead of the standard output.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Replace the file if it exists.")
    private boolean force;

    InitCommand() {
        this(new DatabaseOptions());
    }

    InitCommand(DatabaseOptions database) {
        this.database = database;
    }

    @Override
    public Integer call() {
        try {
            checkOutput();
            TableName wanted = wanted();
            SourceConfig source = database.source();
            try (OutboxDiscovery discovery = OutboxDiscovery.open(source)) {
                ExitCode result = wanted == null
                        ? writeForOnly(discovery, source, discovery.proposals())
                        : writeFor(discovery, source, named(discovery, source, wanted));
                return result.code();
            }
        } catch (CommandException e) {
            printError(e.getMessage());
            return e.exitCode;
        } catch (OutboxDiscovery.DiscoveryException e) {
            printError("database " + database.displayUrl() + ": " + e.getMessage());
            return ExitCode.FAILED.code();
        }
    }

    private @Nullable TableName wanted() throws CommandException {
        try {
            return table == null ? null : TableName.parse("--table", table);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private void checkOutput() throws CommandException {
        if (output == null) {
            return;
        }
        String name = output.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
            throw CommandException.usage(
                    "--output: '" + output + "' must end in .yaml or .yml, so that 'serve' can read it");
        }
        if (Files.exists(output) && !force) {
            throw CommandException.usage("--output: " + output + " exists already; --force replaces it");
        }
    }

    private OutboxProposal named(OutboxDiscovery discovery, SourceConfig source, TableName wanted)
            throws CommandException, OutboxDiscovery.DiscoveryException {
        // Elsewhere the default is the database of the URL, which needs no name
        TableName usual = source.kind() == DatabaseKind.POSTGRESQL ? wanted.orIn("public") : wanted;
        Optional<OutboxProposal> found = discovery.proposal(usual);
        if (found.isEmpty() && wanted.schema() == null) {
            found = discovery.proposal(wanted);
        }
        return found.orElseThrow(() -> CommandException.usage("--table: there is no table " + wanted
                + " that this user may read; name it as schema.table if it is in another schema"));
    }

    private ExitCode writeForOnly(OutboxDiscovery discovery, SourceConfig source, List<OutboxProposal> proposals)
            throws CommandException, OutboxDiscovery.DiscoveryException {
        List<OutboxProposal> usable =
                proposals.stream().filter(OutboxProposal::isUsable).toList();
        if (proposals.isEmpty()) {
            write(database.draft(source).ofOwnTable());
            printError("no table looks like an outbox; the configuration uses Signalbox's own table, which"
                    + " 'signalbox schema install' creates");
            return ExitCode.OK;
        }
        if (usable.size() == 1) {
            return writeFor(discovery, source, usable.getFirst());
        }
        if (usable.isEmpty()) {
            proposals.forEach(this::printMissing);
            return ExitCode.CANNOT_WORK;
        }
        printError("several tables look like an outbox; choose one with --table:");
        usable.forEach(each -> printFound("  " + each.table() + ": " + each.reason()));
        return ExitCode.BAD_USAGE;
    }

    private ExitCode writeFor(OutboxDiscovery discovery, SourceConfig source, OutboxProposal proposal)
            throws CommandException, OutboxDiscovery.DiscoveryException {
        if (!proposal.isUsable()) {
            printMissing(proposal);
            return ExitCode.CANNOT_WORK;
        }
        write(database.draft(source).of(proposal, discovery.words(proposal)));
        printFound("table " + proposal.table() + ": " + proposal.reason());
        proposal.notes().forEach(note -> printFound("before the first start: " + note));
        return ExitCode.OK;
    }

    private void printMissing(OutboxProposal proposal) {
        proposal.missing()
                .forEach(missing -> printFound("table " + proposal.table() + " cannot be used as it is: " + missing));
    }

    /** Prints a line with names that the database contains. */
    private void printFound(String line) {
        printError(Masking.escaped(line));
    }

    private void write(String text) throws CommandException {
        if (output == null) {
            out().print(text);
            out().flush();
            return;
        }
        try {
            Files.writeString(output, text, force ? REPLACE : CREATE);
        } catch (IOException e) {
            throw CommandException.refused("--output: " + output + " cannot be written: " + e);
        }
    }
}

package dev.signalbox.server.cli;

import dev.signalbox.server.version.BuildInfo;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the program. */
@Command(
        name = "signalbox",
        description = "Delivers what your application has committed.",
        mixinStandardHelpOptions = true,
        versionProvider = SignalboxCommand.Version.class,
        subcommands = {
            ServeCommand.class,
            ConfigCommand.class,
            InitCommand.class,
            SchemaCommand.class,
            StatusCommand.class,
            ExplainCommand.class,
            FailedCommand.class,
            DeadLetterCommand.Retry.class,
            DeadLetterCommand.Discard.class,
            PauseCommand.class,
            PauseCommand.Resume.class,
            AuditCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all went well",
            "1:something failed while running",
            "2:the command line or the configuration is wrong",
            "3:stopped after the grace time; of some messages it is not known whether they arrived",
            "4:a check found that all works, but that something would improve it",
            "5:a check found that something cannot work"
        },
        footer = "%nCommands that ask a running program have exit codes of their own; see their --help.")
public final class SignalboxCommand extends PrintingCommand implements Runnable {
    @Override
    public void run() {
        throw wrongUsage("Which command? See --help.");
    }

    /** Runs a command line and returns its exit code. */
    public static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new SignalboxCommand())
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(100)
                .setExecutionExceptionHandler((e, command, _) -> {
                    command.getErr().println("signalbox: " + e);
                    return 1;
                })
                .execute(arguments);
    }

    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"signalbox " + BuildInfo.ofProgram()};
        }
    }
}

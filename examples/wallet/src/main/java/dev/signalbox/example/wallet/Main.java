package dev.signalbox.example.wallet;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "wallet",
        description = {
            "Keeps wallets as events in PostgreSQL, and offers them over HTTP on this machine.",
            "Creates the tables 'events' and 'commands' if they are missing. Ctrl-C ends it."
        },
        footer = {
            "",
            "Environment: WALLET_DB_URL, WALLET_DB_USERNAME and WALLET_DB_PASSWORD say where the database is.",
            "Exit codes: 1 it could not run; 2 bad usage."
        })
public final class Main implements Callable<Integer> {
    private static final int LAST_PORT = 65_535;
    private static final int MAX_TRAFFIC = 1_000;
    private static final int MAX_WALLETS = 10_000;

    private static final int END_SECONDS = 10;

    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "JDBC-URL",
            defaultValue = "${env:WALLET_DB_URL:-jdbc:postgresql://localhost:5432/wallet}",
            description = "The database (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String url;

    @Option(
            names = "--username",
            paramLabel = "NAME",
            defaultValue = "${env:WALLET_DB_USERNAME:-wallet}",
            description = "The database's user (default: ${DEFAULT-VALUE}). The password is in WALLET_DB_PASSWORD,"
                    + " or 'wallet': what stands on a command line can be seen by everybody.")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String username;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8085",
            description = "The HTTP port on this machine; 0 for a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--traffic",
            paramLabel = "N",
            defaultValue = "0",
            description = "Have people make so many deposits, withdrawals and transfers a second, 0 to 1000"
                    + " (default: ${DEFAULT-VALUE}).")
    private int traffic;

    @Option(
            names = "--wallets",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many wallets the traffic is about, 2 to 10000 (default: ${DEFAULT-VALUE}).")
    private int wallets;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this text.")
    @SuppressWarnings("UnusedVariable") // picocli looks at the option, not at the field
    private boolean help;

    private Main() {}

    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        Main main = new Main();
        Runtime.getRuntime().addShutdownHook(new Thread(main::endAndWait, "end"));
        int code;
        try {
            code = main.execute(out, err, arguments);
        } finally {
            main.ended.countDown();
        }
        System.exit(code);
    }

    /** Runs in this process until it is interrupted; returns the exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new Main().execute(out, err, arguments);
    }

    private int execute(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(this)
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    line.getErr().println("wallet: cannot run: " + e.getMessage());
                    return CommandLine.ExitCode.SOFTWARE;
                })
                .execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        check("--port", port, 0, LAST_PORT);
        check("--traffic", traffic, 0, MAX_TRAFFIC);
        check("--wallets", wallets, 2, MAX_WALLETS);
        WalletSettings settings = new WalletSettings(url, username, password(), port);
        try (WalletService service = WalletService.start(settings)) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("wallets are kept in the table 'events', as " + settings);
            out.println("wallets can be used at " + service.uri() + "/wallets");
            if (traffic == 0) {
                awaitEnd();
            } else {
                withTraffic(service, out);
            }
        }
        return CommandLine.ExitCode.OK;
    }

    private void withTraffic(WalletService service, PrintWriter out) {
        RandomCommands randomCommands = new RandomCommands(
                wallets, RandomGenerator.getDefault(), () -> UUID.randomUUID().toString());
        try (CommandTraffic people = new CommandTraffic(service.wallets(), randomCommands, traffic)) {
            out.println("people use " + wallets + " wallets, person-0 to person-" + (wallets - 1) + ", " + traffic
                    + " times a second");
            awaitEnd();
            CommandTraffic.Counts counts = people.counts();
            out.println(counts.done() + " commands were carried out, " + counts.refused() + " refused; "
                    + counts.failed() + " have failed, and " + counts.skipped() + " were left out");
        }
    }

    private static String password() {
        String given = System.getenv("WALLET_DB_PASSWORD");
        return given == null ? "wallet" : given;
    }

    private void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), option + " must be " + least + " to " + most + ", not " + value);
        }
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A signal ends the process while commands run: request the end, and let them finish. */
    private void endAndWait() {
        end.countDown();
        try {
            if (!ended.await(END_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("wallet: something was still under way after " + END_SECONDS + " seconds");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.signalbox.example.web;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;

/** Starts one of the programs of a jar, which the first argument names. */
public final class Programs {
    private static final int USAGE_CODE = 2;

    private Programs() {}

    /**
     * Starts the named program with the other arguments. Without a known name it prints the usage and ends the process.
     *
     * @param programs what to start, by the name of the program
     */
    public static void start(String usage, Map<String, Consumer<String[]>> programs, String... args) {
        String name = args.length == 0 ? "" : args[0];
        Consumer<String[]> program = programs.get(name);
        if (program != null) {
            start(program, Arrays.copyOfRange(args, 1, args.length));
        } else if (name.equals("--help") || name.equals("-h")) {
            System.out.print(usage);
        } else {
            System.err.print(usage);
            System.exit(USAGE_CODE);
        }
    }

    /** The reason was printed already; the exit code tells that a retry without a change would not help. */
    private static void start(Consumer<String[]> program, String... options) {
        try {
            program.accept(options);
        } catch (CannotStartException _) {
            System.exit(USAGE_CODE);
        }
    }
}

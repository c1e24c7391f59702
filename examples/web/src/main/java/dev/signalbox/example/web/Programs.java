package dev.signalbox.example.web;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;

/** The programs of a jar, of which the first argument names one. */
public final class Programs {
    private static final int USAGE_CODE = 2;

    private Programs() {}

    /**
     * Starts the program that is named, with the other arguments. Without one it says how to use them, and ends the process.
     *
     * @param programs what takes the options, by the name of the program
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

    /** What it lacks was told already; the code says that trying again without a change would not help. */
    private static void start(Consumer<String[]> program, String... options) {
        try {
            program.accept(options);
        } catch (CannotStartException _) {
            System.exit(USAGE_CODE);
        }
    }
}

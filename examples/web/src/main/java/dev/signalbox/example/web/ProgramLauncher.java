package dev.signalbox.example.web;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts one of the programs of a jar, which the first argument names. */
public final class ProgramLauncher {
    private static final int USAGE_CODE = 2;

    private ProgramLauncher() {}

    /** Starts the named program with the other arguments. Without a known name it prints the usage and ends the process. */
    public static void start(String usage, Map<String, Consumer<String[]>> programs, String... args) {
        String name = args.length == 0 ? "" : args[0];
        Consumer<String[]> program = programs.get(name);
        if (program != null) {
            try {
                program.accept(Arrays.copyOfRange(args, 1, args.length));
            } catch (CannotStartException _) {
                // The reason was printed already; the code tells that a retry without a change would not help.
                System.exit(USAGE_CODE);
            }
        } else if (name.equals("--help") || name.equals("-h")) {
            System.out.print(usage);
        } else {
            System.err.print(usage);
            System.exit(USAGE_CODE);
        }
    }

    /**
     * Starts a program with the settings of its own file, after checking its passwords, database and port.
     *
     * @param variables the prefix of the environment variables that name its database
     */
    public static ConfigurableApplicationContext run(
            Class<?> program, String file, String variables, List<RequiredPassword> passwords, String... options) {
        return new SpringApplicationBuilder(program)
                .properties("spring.config.name=" + file)
                .listeners(new StartCheck(variables, passwords))
                .run(options);
    }

    /** A program lacks something it needs to start. The message tells the user what to do. */
    public static final class CannotStartException extends RuntimeException {
        CannotStartException(String message) {
            super(message);
        }
    }

    /** Prints what a program lacks, instead of a stack trace. Registered in the spring.factories of each example. */
    static final class FailureReporter implements SpringBootExceptionReporter {
        @Override
        public boolean reportException(Throwable failure) {
            if (failure instanceof CannotStartException refusal) {
                System.err.println(refusal.getMessage());
            }
            return failure instanceof CannotStartException;
        }
    }

    /** A password that a program requires, and the environment variable that its setting takes it from. */
    public record RequiredPassword(String property, String variable, String meaning) {}
}

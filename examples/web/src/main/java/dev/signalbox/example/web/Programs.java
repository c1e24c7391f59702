package dev.signalbox.example.web;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

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

    /**
     * Starts a program with the settings of its own file, after checking its passwords, database and port.
     *
     * @param variables the prefix of the environment variables that name its database
     * @param passwords those that it needs besides that of its database
     * @param options {@code --key=value}, which override the file
     * @throws CannotStartException if it lacks one of them
     */
    public static ConfigurableApplicationContext run(
            Class<?> program, String file, String variables, List<RequiredPassword> passwords, String... options) {
        return new SpringApplicationBuilder(program)
                .properties("spring.config.name=" + file)
                .listeners(new StartCheck(variables, passwords))
                .run(options);
    }

    /**
     * A password that a program requires.
     *
     * @param property the setting that has it
     * @param variable the environment variable that the setting takes it from
     * @param meaning its user, such as {@code the password of 'shop' in RabbitMQ}
     */
    public record RequiredPassword(String property, String variable, String meaning) {}
}

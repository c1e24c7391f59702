package dev.signalbox.example.web;

import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts a program with the settings of its own file. */
public final class ProgramStarter {
    private ProgramStarter() {}

    /**
     * Starts it after checking its password, database and port.
     *
     * @param variables the prefix of the environment variables that name its database
     * @param options {@code --key=value}, which override the file
     * @throws CannotStartException if it lacks one of them
     */
    public static ConfigurableApplicationContext of(
            Class<?> program, String file, String variables, String... options) {
        return of(program, file, variables, List.of(), options);
    }

    /**
     * The same for a program that needs more passwords than that of its database.
     *
     * @throws CannotStartException if it lacks one of them
     */
    public static ConfigurableApplicationContext of(
            Class<?> program, String file, String variables, List<RequiredPassword> passwords, String... options) {
        return new SpringApplicationBuilder(program)
                .properties("spring.config.name=" + file)
                .listeners(new StartCheck(variables, passwords))
                .run(options);
    }
}

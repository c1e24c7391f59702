package dev.signalbox.example.web;

import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts a program with the settings of its own file. */
public final class ProgramStarter {
    private ProgramStarter() {}

    /**
     * Starts it, once it is known to have a password, a database and a port.
     *
     * @param variables how the names of the variables begin that say which database it uses
     * @param options are {@code --key=value}, and come before the file
     * @throws CannotStartException if it lacks one of them
     */
    public static ConfigurableApplicationContext of(
            Class<?> program, String file, String variables, String... options) {
        return of(program, file, variables, List.of(), options);
    }

    /**
     * The same for a program that needs other passwords besides that of its database.
     *
     * @throws CannotStartException if it lacks one of them
     */
    public static ConfigurableApplicationContext of(
            Class<?> program,
            String file,
            String variables,
            List<RequiredPassword> requiredPasswords,
            String... options) {
        return new SpringApplicationBuilder(program)
                .properties("spring.config.name=" + file)
                .listeners(new StartCheck(variables, requiredPasswords))
                .run(options);
    }
}

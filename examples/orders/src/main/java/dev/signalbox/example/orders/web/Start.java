package dev.signalbox.example.orders.web;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts a program with the settings of its own file, and not without a password for its database. */
public final class Start {
    private Start() {}

    /** Options are {@code --key=value}, and come before the file. */
    public static ConfigurableApplicationContext of(Class<?> program, String file, String... options) {
        return new SpringApplicationBuilder(program)
                .properties("spring.config.name=" + file)
                .listeners(new PasswordCheck())
                .run(options);
    }

    /** Spring would try a variable that is not set by its name, and the database would complain of a wrong password. */
    private static final class PasswordCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {
        @Override
        public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
            event.getEnvironment().getRequiredProperty("spring.datasource.password");
        }
    }
}

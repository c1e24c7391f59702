package dev.signalbox.example.web;

import dev.signalbox.example.web.ProgramLauncher.CannotStartException;
import dev.signalbox.example.web.ProgramLauncher.RequiredPassword;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Checks for what is most often missing, before Spring would fail with a long stack trace. */
record StartCheck(String variables, List<RequiredPassword> others)
        implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {
    /** Long enough for a busy machine. */
    private static final String SECONDS = "20";

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        Environment settings = event.getEnvironment();
        others.forEach(password -> password(password, settings));
        checkDatabase(settings);
        checkPort(
                settings.getProperty("server.address", "127.0.0.1"),
                settings.getProperty("server.port", Integer.class, 0));
    }

    private void checkDatabase(Environment settings) {
        String url = settings.getRequiredProperty("spring.datasource.url");
        String user = settings.getRequiredProperty("spring.datasource.username");
        // The query may contain a password.
        String shown = url.replaceFirst("\\?.*", "");
        Properties login = new Properties();
        login.setProperty("user", user);
        String meaning = "the password of '" + user + "' in the database " + shown;
        login.setProperty(
                "password",
                password(
                        new RequiredPassword("spring.datasource.password", variables + "_PASSWORD", meaning),
                        settings));
        login.setProperty("connectTimeout", SECONDS);
        login.setProperty("loginTimeout", SECONDS);
        try (Connection connection = DriverManager.getConnection(url, login)) {
            connection.getMetaData();
        } catch (SQLException e) {
            String reason = String.valueOf(e.getMessage()).replace(url, shown);
            throw new CannotStartException("The database " + shown + " cannot be used by '" + user + "': "
                    + reason.lines().findFirst().orElse("").replaceFirst("\\.$", "") + ". Look at "
                    + variables + "_URL, " + variables + "_USERNAME and " + variables
                    + "_PASSWORD; the README says how to make it.");
        }
    }

    /** Spring does not resolve a variable that is not set. An empty password counts as set. */
    private static String password(RequiredPassword password, Environment settings) {
        try {
            return settings.getRequiredProperty(password.property());
        } catch (IllegalArgumentException e) {
            throw new CannotStartException(password.variable() + " is not set. It is " + password.meaning()
                    + ": export " + password.variable() + "=..., or give --" + password.property() + "=...");
        }
    }

    private static void checkPort(String address, int port) {
        if (port <= 0) {
            return;
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
        } catch (IOException e) {
            throw new CannotStartException("It cannot listen on " + address + ":" + port + ": " + e.getMessage()
                    + ". Stop the program that uses it, or choose another port with --server.port=...");
        }
    }
}

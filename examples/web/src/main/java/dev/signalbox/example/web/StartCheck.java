package dev.signalbox.example.web;

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

/** Looks for what is mostly missing, before anything is set up that would end in a long trace of its own. */
final class StartCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {
    private static final String SECONDS = "5";

    private final String variables;
    private final List<RequiredPassword> others;

    /**
     * @param variables how the names of the variables of its database begin
     * @param others passwords that it needs besides that of the database
     */
    StartCheck(String variables, List<RequiredPassword> others) {
        this.variables = variables;
        this.others = List.copyOf(others);
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        Environment settings = event.getEnvironment();
        others.forEach(requiredPassword -> password(requiredPassword, settings));
        checkDatabase(
                settings.getRequiredProperty("spring.datasource.url"),
                settings.getRequiredProperty("spring.datasource.username"),
                settings);
        checkPort(
                settings.getProperty("server.address", "127.0.0.1"),
                settings.getProperty("server.port", Integer.class, 0));
    }

    private void checkDatabase(String url, String user, Environment settings) {
        // What follows may be a password, too
        String shown = url.replaceFirst("\\?.*", "");
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password(shown, user, settings));
        login.setProperty("connectTimeout", SECONDS);
        login.setProperty("loginTimeout", SECONDS);
        try (Connection connection = DriverManager.getConnection(url, login)) {
            connection.getMetaData();
        } catch (SQLException e) {
            String reason = String.valueOf(e.getMessage()).replace(url, shown);
            throw new CannotStartException("The database " + shown + " cannot be used by '" + user + "': "
                    + reason.lines().findFirst().orElse("").replaceFirst("\\.$", "") + ". Look at " + variables
                    + "_URL, " + variables
                    + "_USERNAME and " + variables + "_PASSWORD; the README says how to make it.");
        }
    }

    private String password(String shown, String user, Environment settings) {
        return password(
                new RequiredPassword(
                        "spring.datasource.password",
                        variables + "_PASSWORD",
                        "the password of '" + user + "' in the database " + shown),
                settings);
    }

    /** Spring refuses to resolve a variable that is not set. An empty password is one. */
    private static String password(RequiredPassword requiredPassword, Environment settings) {
        try {
            return settings.getRequiredProperty(requiredPassword.property());
        } catch (IllegalArgumentException e) {
            throw new CannotStartException(
                    requiredPassword.variable() + " is not set. It is " + requiredPassword.meaning() + ": export "
                            + requiredPassword.variable() + "=..., or give --" + requiredPassword.property() + "=...");
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
                    + ". End who does, or give another port with --server.port=...");
        }
    }
}

package dev.signalbox.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoNamespace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to connect to a MongoDB database.
 *
 * @param uri a URI that begins with {@code mongodb://} or {@code mongodb+srv://}; its time-outs override {@code limits}
 * @param username null if the URI names the user, or the server needs no login
 * @param password may be empty if there is no user
 * @param poolSize the most pooled connections per server
 */
public record MongoSettings(
        String uri, String database, @Nullable String username, String password, int poolSize, MongoTimeLimits limits) {
    public static final int DEFAULT_POOL_SIZE = 4;

    private static final int MAX_POOL_SIZE = 1_000;
    private static final int MAX_NAME_LENGTH = 63;
    private static final Pattern USER_IN_URI = Pattern.compile("//[^/@?]*@");
    private static final Pattern SECRET_IN_URI =
            Pattern.compile("([?&][^=&]*(?:password|mechanismproperties)[^=&]*=)[^&]*", Pattern.CASE_INSENSITIVE);

    public MongoSettings {
        List<String> problems = new ArrayList<>(limits.problems());
        checkUri(problems, uri);
        checkDatabase(problems, database);
        if (poolSize < 1 || poolSize > MAX_POOL_SIZE) {
            problems.add("pool size must be between 1 and " + MAX_POOL_SIZE + " but is " + poolSize);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("MongoDB settings: " + String.join("; ", problems));
        }
    }

    public static MongoSettings of(String uri, String database) {
        return new MongoSettings(uri, database, null, "", DEFAULT_POOL_SIZE, MongoTimeLimits.DEFAULTS);
    }

    public MongoSettings withPoolSize(int size) {
        return new MongoSettings(uri, database, username, password, size, limits);
    }

    public MongoSettings withLimits(MongoTimeLimits changed) {
        return new MongoSettings(uri, database, username, password, poolSize, changed);
    }

    private static void checkUri(List<String> problems, String uri) {
        if (!uri.startsWith("mongodb://") && !uri.startsWith("mongodb+srv://")) {
            problems.add("uri must begin with mongodb:// or mongodb+srv:// but is '" + masked(uri) + "'");
            return;
        }
        try {
            // An SRV URI needs a DNS lookup, which may not work yet.
            if (uri.startsWith("mongodb://")) {
                new ConnectionString(uri);
            }
        } catch (IllegalArgumentException e) {
            problems.add("uri '" + masked(uri) + "': " + masked(String.valueOf(e.getMessage())));
        }
    }

    private static void checkDatabase(List<String> problems, String database) {
        boolean wrong = database.length() > MAX_NAME_LENGTH || database.chars().anyMatch(c -> c == '$' || c < ' ');
        try {
            MongoNamespace.checkDatabaseNameValidity(database);
        } catch (IllegalArgumentException _) {
            wrong = true;
        }
        if (wrong) {
            problems.add(
                    "database '%s' cannot be a name; allowed are at most %d characters without / \\ . $ \" and spaces"
                            .formatted(database, MAX_NAME_LENGTH));
        }
    }

    /** The URI without secrets, for logs and errors. */
    public String displayUri() {
        return masked(uri);
    }

    @Override
    public String toString() {
        return "MongoSettings[uri=" + displayUri() + ", database=" + database + ", username=" + username
                + ", password=***, poolSize=" + poolSize + ", limits=" + limits + "]";
    }

    private static String masked(String uri) {
        String withoutUser = USER_IN_URI.matcher(uri).replaceAll("//***@");
        return SECRET_IN_URI.matcher(withoutUser).replaceAll("$1***");
    }

    /**
     * The time limits of database operations.
     *
     * @param connect to open a connection
     * @param select to wait for a server that can be written to, and for a pooled connection to it
     * @param socket to wait for an answer; longer than {@code statement}, so that the server gives up first
     * @param statement to run one command, or to wait for its majority
     * @param lease to wait for an answer about a lease, which is useless when it comes late
     */
    public record MongoTimeLimits(
            Duration connect, Duration select, Duration socket, Duration statement, Duration lease) {
        public static final MongoTimeLimits DEFAULTS = new MongoTimeLimits(
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                Duration.ofSeconds(10),
                Duration.ofMillis(700));

        private static final Duration MAX = Duration.ofHours(1);

        public static MongoTimeLimits of(Duration connect, Duration statement) {
            Duration select = DEFAULTS.select.compareTo(connect) < 0 ? DEFAULTS.select : connect;
            return new MongoTimeLimits(connect, select, statement.plusSeconds(5), statement, DEFAULTS.lease);
        }

        List<String> problems() {
            List<String> problems = new ArrayList<>();
            check(problems, "connect", connect);
            check(problems, "select", select);
            check(problems, "socket", socket);
            check(problems, "statement", statement);
            check(problems, "lease", lease);
            if (socket.compareTo(statement) <= 0) {
                problems.add("socket time-out (" + socket + ") must be longer than the statement time-out (" + statement
                        + ")");
            }
            return problems;
        }

        private static void check(List<String> problems, String name, Duration value) {
            if (value.toMillis() < 100 || value.compareTo(MAX) > 0) {
                problems.add(name + " time-out must be between 100 ms and an hour but is " + value);
            }
        }
    }
}

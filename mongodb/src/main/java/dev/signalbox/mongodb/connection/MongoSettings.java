package dev.signalbox.mongodb.connection;

import com.mongodb.ConnectionString;
import com.mongodb.MongoNamespace;
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
}

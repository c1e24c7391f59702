package dev.signalbox.jdbc.connection;

import java.util.regex.Pattern;

/** Keeps the users and passwords of JDBC URLs out of logs and errors. */
public final class SecretsInUrl {
    private static final Pattern SECRET = Pattern.compile("([?&][^=&]*password[^=&]*=)[^&]*", Pattern.CASE_INSENSITIVE);
    private static final Pattern USER = Pattern.compile("//[^/@?]*@");

    private SecretsInUrl() {}

    public static String masked(String url) {
        String withoutUser = USER.matcher(url).replaceAll("//***@");
        return SECRET.matcher(withoutUser).replaceAll("$1***");
    }
}

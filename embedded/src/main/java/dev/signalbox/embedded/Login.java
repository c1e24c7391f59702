package dev.signalbox.embedded;

/** The only user of a broker, with all rights. */
public record Login(String user, String password) {
    public Login {
        if (!isPlain(user) || !isPlain(password)) {
            throw new IllegalArgumentException("user and password have letters, digits, '-', '_' and '.' only");
        }
    }

    /** Whether the text needs no quoting in a broker's configuration. */
    private static boolean isPlain(String text) {
        return text.matches("[A-Za-z0-9._-]+");
    }

    @Override
    public String toString() {
        return "Login[" + user + ", ***]";
    }
}

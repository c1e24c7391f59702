package dev.signalbox.core.coordination;

/** One life of a node: a random name that is never used again, so that a fenced owner stays fenced. */
public record Incarnation(String value) {
    private static final char MARK = '@';

    /** The same life, bound to one run of a database server. */
    public Incarnation on(String server) {
        return new Incarnation(value + MARK + server);
    }

    /** The server whose end ends this life too; empty if it is bound to none. */
    public String server() {
        int mark = value.indexOf(MARK);
        return mark < 0 ? "" : value.substring(mark + 1);
    }

    /** Whether it may use what this server has answered. */
    public boolean accepts(String answering) {
        return server().isEmpty() || server().equals(answering);
    }

    @Override
    public String toString() {
        return value;
    }
}

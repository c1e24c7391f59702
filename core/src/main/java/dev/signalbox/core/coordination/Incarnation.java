package dev.signalbox.core.coordination;

/** One life of a node: a random name that is never used again, so that a fenced owner stays fenced. */
public record Incarnation(String value) {
    @Override
    public String toString() {
        return value;
    }
}

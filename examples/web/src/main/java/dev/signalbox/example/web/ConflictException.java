package dev.signalbox.example.web;

/** What was asked for does not go with how things are. */
public final class ConflictException extends RuntimeException {
    public ConflictException(String message) {
        super(message);
    }
}

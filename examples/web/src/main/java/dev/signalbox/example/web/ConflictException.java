package dev.signalbox.example.web;

/** The request conflicts with the current state. */
public final class ConflictException extends RuntimeException {
    public ConflictException(String message) {
        super(message);
    }
}

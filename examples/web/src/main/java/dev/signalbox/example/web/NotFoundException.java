package dev.signalbox.example.web;

/** The requested object does not exist. */
public final class NotFoundException extends RuntimeException {
    public NotFoundException(String message) {
        super(message);
    }
}

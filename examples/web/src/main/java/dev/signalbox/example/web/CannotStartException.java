package dev.signalbox.example.web;

/** A program lacks something it needs to start. The message tells the user what to do. */
public final class CannotStartException extends RuntimeException {
    CannotStartException(String message) {
        super(message);
    }
}

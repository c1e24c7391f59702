package dev.signalbox.example.web;

/** What a program lacks to start. Its message says what to do, to whoever has started it. */
public final class CannotStartException extends RuntimeException {
    CannotStartException(String message) {
        super(message);
    }
}

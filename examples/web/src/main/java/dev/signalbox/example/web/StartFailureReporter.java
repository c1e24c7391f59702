package dev.signalbox.example.web;

import org.springframework.boot.SpringBootExceptionReporter;

/**
 * Prints one line about what a program lacks, instead of Spring's stack trace. Registered in the spring.factories of each
 * example.
 */
final class StartFailureReporter implements SpringBootExceptionReporter {
    @Override
    public boolean reportException(Throwable failure) {
        if (failure instanceof CannotStartException refusal) {
            System.err.println(refusal.getMessage());
            return true;
        }
        return false;
    }
}

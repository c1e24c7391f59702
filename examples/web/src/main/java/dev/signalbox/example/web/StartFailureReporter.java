package dev.signalbox.example.web;

import org.springframework.boot.SpringBootExceptionReporter;

/**
 * Tells in one line what a program lacks, where Spring would show how it came to know. Spring finds it by the file of factories
 * that each example has.
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

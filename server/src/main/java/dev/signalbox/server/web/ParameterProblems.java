package dev.signalbox.server.web;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gathers what is wrong with the parameters of a request, so that all of it is told at once. */
final class ParameterProblems {
    private final List<ProblemException> problems = new ArrayList<>();

    /** What a parameter says, or what to go on with if it is not allowed. */
    <T extends @Nullable Object> T or(T otherwise, Supplier<T> parameter) {
        try {
            return parameter.get();
        } catch (ProblemException e) {
            problems.add(e);
            return otherwise;
        }
    }

    void check(Runnable rule) {
        or(true, () -> {
            rule.run();
            return true;
        });
    }

    /** Refuses the request if anything was wrong. */
    void refuse() {
        if (!problems.isEmpty()) {
            throw ProblemException.badParameters(problems);
        }
    }
}

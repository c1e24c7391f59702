package dev.signalbox.server.web;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects the problems with the parameters of a request, so that all are reported at once. */
final class ParameterProblems {
    private final List<ProblemException> problems = new ArrayList<>();

    /** The value of a parameter, or a fallback if it is not allowed. */
    <T extends @Nullable Object> T valueOr(T fallback, Supplier<T> parameter) {
        try {
            return parameter.get();
        } catch (ProblemException e) {
            problems.add(e);
            return fallback;
        }
    }

    void check(Runnable rule) {
        valueOr(true, () -> {
            rule.run();
            return true;
        });
    }

    /** Rejects the request if there was a problem. */
    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw ProblemException.badParameters(problems);
        }
    }
}

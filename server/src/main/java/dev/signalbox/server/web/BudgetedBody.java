package dev.signalbox.server.web;

import dev.signalbox.core.time.Clock;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;

/** The bodies of a request and its answer. Their memory is taken from the budget until the request is answered. */
final class BudgetedBody implements AutoCloseable {
    private static final String ATTRIBUTE = BudgetedBody.class.getName();
    private static final int FIRST_CAPACITY = 8_192;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final HttpServletRequest request;
    private final BodyBudget budget;
    private final int limit;
    private final Clock clock;
    private long taken;

    private BudgetedBody(HttpServletRequest request, BodyBudget budget, int limit, Clock clock) {
        this.request = request;
        this.budget = budget;
        this.limit = limit;
        this.clock = clock;
    }

    /** Prepares a request, whose body is not read yet. */
    static BudgetedBody of(HttpServletRequest request, BodyBudget budget, int limit, Clock clock) {
        BudgetedBody body = new BudgetedBody(request, budget, limit, clock);
        request.setAttribute(ATTRIBUTE, body);
        return body;
    }

    /** The whole body of a request; read once. */
    static byte[] read(HttpServletRequest request) {
        try {
            return of(request).readAll();
        } catch (SocketTimeoutException e) {
            throw tooSlow();
        } catch (IOException e) {
            throw ProblemException.badRequest("The body could not be read to its end.");
        }
    }

    /** Takes the memory of the answer from the same budget, so that many large answers at a time do not exhaust the heap. */
    static void takeForAnswer(HttpServletRequest request, long bytes) {
        of(request).take(bytes);
    }

    private static BudgetedBody of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof BudgetedBody body) {
            return body;
        }
        throw new IllegalStateException("no filter limits the memory of " + request.getRequestURI());
    }

    private byte[] readAll() throws IOException {
        long announced = request.getContentLengthLong();
        if (announced > limit) {
            throw tooLarge();
        }
        long deadline = clock.nanos() + LONGEST.toNanos();
        try (InputStream in = request.getInputStream()) {
            // At once, because many that take it bit by bit could stop each other.
            byte[] bytes = grown(new byte[0], announced < 0 ? FIRST_CAPACITY : (int) announced);
            int size = 0;
            while (true) {
                int read = in.read(bytes, size, bytes.length - size);
                if (read < 0 || (size == announced)) {
                    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
                }
                size += read;
                if (clock.nanos() > deadline) {
                    throw tooSlow();
                }
                if (size == bytes.length && announced < 0) {
                    bytes = grown(bytes, Math.min(2 * size, limit + 1));
                }
                if (size > limit) {
                    throw tooLarge();
                }
            }
        }
    }

    private byte[] grown(byte[] bytes, int capacity) {
        take(capacity - bytes.length);
        return Arrays.copyOf(bytes, capacity);
    }

    private void take(long more) {
        if (!budget.take(more)) {
            throw ProblemException.unavailable(
                    "Other requests take all memory that is set apart for bodies; try again.");
        }
        taken += more;
    }

    private ProblemException tooLarge() {
        return ProblemException.tooLarge("The body may have at most " + limit + " bytes.");
    }

    private static ProblemException tooSlow() {
        return ProblemException.tooSlow(
                "The body did not arrive within " + LONGEST.toSeconds() + " s, or no part of it for 10 s.");
    }

    @Override
    public void close() {
        budget.giveBack(taken);
        taken = 0;
    }
}

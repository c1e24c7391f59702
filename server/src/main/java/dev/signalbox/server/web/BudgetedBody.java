package dev.signalbox.server.web;

import dev.signalbox.core.time.Clock;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;

/** The body of a request, counted while it is read. Its memory belongs to the budget until the request is answered. */
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
        if (!(request.getAttribute(ATTRIBUTE) instanceof BudgetedBody body)) {
            throw new IllegalStateException("no filter limits the body of " + request.getRequestURI());
        }
        try {
            return body.readAll();
        } catch (SocketTimeoutException e) {
            throw tooSlow();
        } catch (IOException e) {
            throw ProblemException.badRequest("The body could not be read to its end.");
        }
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
        int more = capacity - bytes.length;
        if (!budget.take(more)) {
            throw ProblemException.unavailable(
                    "The bodies of other requests take all memory that is set apart for them; try again.");
        }
        taken += more;
        return Arrays.copyOf(bytes, capacity);
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

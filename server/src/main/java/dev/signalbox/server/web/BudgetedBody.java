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
        long length = request.getContentLengthLong();
        if (length > limit) {
            throw tooLarge();
        }
        long deadline = clock.nanos() + LONGEST.toNanos();
        byte[] bytes = new byte[capacity((int) length, 0)];
        int size = 0;
        try (InputStream in = request.getInputStream()) {
            while (true) {
                if (size == bytes.length) {
                    int next = in.read();
                    if (next < 0) {
                        return bytes;
                    }
                    bytes = Arrays.copyOf(bytes, capacity((int) length, size));
                    bytes[size++] = (byte) next;
                }
                int read = in.read(bytes, size, bytes.length - size);
                if (read < 0) {
                    return Arrays.copyOf(bytes, size);
                }
                size += read;
                if (clock.nanos() > deadline) {
                    throw tooSlow();
                }
            }
        }
    }

    /** Twice as much as before, but not more than the limit or what the client has announced. */
    private int capacity(int announced, int before) {
        int most = announced >= 0 ? announced : limit;
        if (before > 0 && before >= most) {
            throw tooLarge();
        }
        int capacity = Math.min(most, Math.max(FIRST_CAPACITY, 2 * before));
        int more = capacity - before;
        if (!budget.take(more)) {
            throw ProblemException.unavailable(
                    "The bodies of other requests take all memory that is set apart for them; try again.");
        }
        taken += more;
        return capacity;
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

package dev.signalbox.sink.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs look-ups of a resolver that blocks on a few platform threads. A look-up pins the thread it runs on, so on virtual
 * threads some names whose servers are silent would stop everything. Callers of one name share a look-up, so such a name
 * holds one thread at most.
 */
final class BoundedNameLookup implements NameLookup {
    static final int MAX_THREADS = 32;
    static final int CHECK_THREADS = 16;
    private static final int MAX_WAITING = 1_000;
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final ThreadFactory NAMED =
            Thread.ofPlatform().daemon().name("signalbox-dns-", 0).factory();

    /** A resolver that blocks until it has an answer. */
    @FunctionalInterface
    interface BlockingResolver {
        InetAddress[] resolve(String name) throws UnknownHostException;
    }

    /** One look-up, shared by all callers that wait for the name. */
    private static final class Lookup {
        final CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
        int callers;
    }

    private final BlockingResolver resolver;
    private final ThreadPoolExecutor threads;
    private final Map<String, Lookup> lookups = new HashMap<>();

    BoundedNameLookup(BlockingResolver resolver, int maxThreads) {
        this.resolver = resolver;
        this.threads = new ThreadPoolExecutor(
                maxThreads,
                maxThreads,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                BoundedNameLookup::thread);
        // No thread is left while nothing is looked up, so there is nothing to close.
        threads.allowCoreThreadTimeOut(true);
    }

    /** It belongs to no web application, although a request may be what starts it: else the web server warns when it stops. */
    private static Thread thread(Runnable work) {
        Thread thread = NAMED.newThread(work);
        thread.setContextClassLoader(BoundedNameLookup.class.getClassLoader());
        return thread;
    }

    @Override
    public List<InetAddress> addresses(String name, Duration limit) throws UnknownHostException, InterruptedException {
        Lookup lookup = join(name);
        try {
            return lookup.answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new UnknownHostException(name + ": the look-up did not end within " + limit);
        } catch (ExecutionException e) {
            throw asUnknownHost(name, e);
        } finally {
            leave(lookup);
        }
    }

    private synchronized Lookup join(String name) throws UnknownHostException {
        Lookup lookup = lookups.get(name);
        if (lookup == null) {
            lookup = new Lookup();
            Lookup added = lookup;
            try {
                threads.execute(() -> run(name, added));
            } catch (RejectedExecutionException e) {
                throw new UnknownHostException(name + ": " + MAX_WAITING + " look-ups are waiting already");
            }
            lookups.put(name, lookup);
        }
        lookup.callers++;
        return lookup;
    }

    private synchronized void leave(Lookup lookup) {
        lookup.callers--;
    }

    private void run(String name, Lookup lookup) {
        if (isAbandoned(name, lookup)) {
            return;
        }
        try {
            List<InetAddress> answer = List.of(resolver.resolve(name));
            remove(name);
            lookup.answer.complete(answer);
        } catch (UnknownHostException | RuntimeException | Error e) {
            remove(name);
            lookup.answer.completeExceptionally(e);
        }
    }

    /** A look-up that waited for a thread until all callers had given up is not made. */
    private synchronized boolean isAbandoned(String name, Lookup lookup) {
        if (lookup.callers > 0) {
            return false;
        }
        lookups.remove(name);
        return true;
    }

    private synchronized void remove(String name) {
        lookups.remove(name);
    }

    private static UnknownHostException asUnknownHost(String name, ExecutionException failure) {
        Throwable cause = failure.getCause();
        UnknownHostException unknown = new UnknownHostException(
                cause instanceof UnknownHostException ? name + ": unknown host" : name + ": " + cause);
        unknown.initCause(failure);
        return unknown;
    }
}

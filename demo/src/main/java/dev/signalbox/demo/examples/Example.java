package dev.signalbox.demo.examples;

import static dev.signalbox.demo.workload.ActivityLog.seconds;

import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.Severity;
import dev.signalbox.demo.workload.Workload;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.net.http.HttpClient;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** An example as a workload: starts its programs in the background, sends requests to them, and reads from its broker. */
public abstract class Example implements Workload {
    private static final double REQUESTS_PER_SHOP_ORDER = 0.1;
    private static final int HIGHEST_RATE = 10;
    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Duration LAST_READ = Duration.ofSeconds(10);
    private static final long PAUSE = Duration.ofMillis(200).toNanos();

    private final RunContext context;
    private final ExampleJar jar;
    private final BooleanSupplier mayStart;
    private final HttpClient http;
    private final StopSignal ending;
    private final StopSignal readerEnding;
    private final List<ExampleProgram> programs = new ArrayList<>();
    private volatile @Nullable Thread starting;
    private volatile @Nullable Running running;
    private volatile @Nullable String failure;
    private volatile long agreedAt;

    /** The tasks of an example that has started. */
    private record Running(PeriodicTask requests, BrokerReader reader, Thread reading) {}

    /** @param mayStart its programs wait for this, so that they do not slow down the start of others */
    protected Example(RunContext context, ExampleJar jar, BooleanSupplier mayStart) {
        this.context = context;
        this.jar = jar;
        this.mayStart = mayStart;
        this.http =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
        this.ending = new StopSignal(context.clock());
        this.readerEnding = new StopSignal(context.clock());
        this.agreedAt = context.clock().nanos();
    }

    /** Returns when the broker is up. */
    protected abstract void startBroker() throws IOException, InterruptedException;

    /** Starts the programs. */
    protected abstract void launch() throws IOException;

    /**
     * Prepares requests and comparisons, when all programs are up.
     *
     * @param end signals the reader to read the rest and return
     */
    protected abstract BrokerReader open(RestClient rest, StopSignal end)
            throws IOException, SQLException, InterruptedException;

    /** Sends one request, or a few that belong together. */
    protected abstract void request() throws IOException, InterruptedException;

    /** Whether all committed messages have arrived at the consumers. */
    protected abstract boolean isComplete() throws SQLException, IOException, InterruptedException;

    /** Whether the consumers have processed all messages in the broker. */
    protected abstract boolean isConsumed() throws SQLException, IOException, InterruptedException;

    /** Compares both sides after the last delivery. */
    protected abstract void compare(AuditReport report) throws SQLException, IOException, InterruptedException;

    /** Stops the broker, and closes what {@link #open} has opened. */
    protected abstract void closeConnections() throws SQLException;

    /** What the nodes need to deliver its events. */
    public abstract RelayConfiguration relay();

    protected final RunContext context() {
        return context;
    }

    private String name() {
        return jar.kind().title();
    }

    /** Adds a program, which {@link #launch} has to start. */
    protected final ExampleProgram program(String argument, String title) throws IOException {
        ExampleProgram program =
                new ExampleProgram(jar, argument, title, context.folder().file(name() + "-" + argument + ".log"));
        programs.add(program);
        return program;
    }

    @Override
    public final void start() {
        starting = Thread.ofVirtual().name(name()).start(this::startAll);
    }

    private void startAll() {
        try {
            startBroker();
            if (!await(mayStart, LONGEST_WAIT)) {
                return;
            }
            long began = context.clock().nanos();
            launch();
            for (ExampleProgram program : programs) {
                if (!awaitUp(program, began)) {
                    return;
                }
            }
            BrokerReader reader = open(new RestClient(http), readerEnding);
            Thread reading = Thread.ofVirtual().name(name() + "-reader").start(reader);
            PeriodicTask requests = PeriodicTask.start(
                    name() + "-requests",
                    Duration.ofSeconds(1),
                    this::sendRequests,
                    message -> failure = message,
                    context.clock());
            running = new Running(requests, reader, reading);
            Duration time = Duration.ofNanos(context.clock().nanos() - began);
            context.activity()
                    .add(Severity.GOOD, "the " + name() + " example is up, " + seconds(time) + " after its start");
        } catch (IOException | SQLException e) {
            failure = "the " + name() + " example cannot be shown: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns false if the example must end earlier. */
    private boolean await(BooleanSupplier condition, Duration most) throws InterruptedException {
        long latest = context.clock().nanos() + most.toNanos();
        while (!condition.getAsBoolean() && context.clock().nanos() < latest) {
            if (!ending.waitUntil(context.clock().nanos() + PAUSE)) {
                return false;
            }
        }
        return true;
    }

    private boolean awaitUp(ExampleProgram program, long began) throws InterruptedException, IOException {
        while (!program.isUp(http)) {
            Optional<String> end = program.unexpectedEnd();
            if (end.isPresent()) {
                throw new IOException(end.get());
            }
            if (context.clock().nanos() - began > LONGEST_START.toNanos()) {
                throw new IOException("it did not start within " + LONGEST_START.toSeconds() + " s");
            }
            if (!ending.waitUntil(context.clock().nanos() + PAUSE)) {
                return false;
            }
        }
        return true;
    }

    /** Sends all requests of a second at once, so that the consumers can catch up before the next ones. */
    private void sendRequests() throws InterruptedException {
        long count = Math.clamp(Math.round(context.options().rate() * REQUESTS_PER_SHOP_ORDER), 1, HIGHEST_RATE);
        try {
            for (int i = 0; i < count && !ending.hasBegun(); i++) {
                request();
            }
        } catch (IOException e) {
            context.activity()
                    .add(Severity.ERROR, "a service of the " + name() + " example refuses: " + e.getMessage());
        }
    }

    /** Whether both sides agree now, or when they last did. */
    protected final String agreement(boolean agree, String verb) {
        return agree
                ? verb
                : verb + "d " + seconds(Duration.ofNanos(context.clock().nanos() - agreedAt)) + " ago";
    }

    /** Records the result of a comparison for {@link #agreement}. */
    protected final void noteAgreement(boolean agree) {
        if (agree) {
            agreedAt = context.clock().nanos();
        }
    }

    /** Whether the example is up. */
    protected final boolean isRunning() {
        return running != null;
    }

    @Override
    public final boolean hasStarted() {
        return running != null || failure().isPresent();
    }

    @Override
    public Optional<String> failure() {
        return Optional.ofNullable(failure)
                .or(() -> programs.stream()
                        .flatMap(program -> program.unexpectedEnd().stream())
                        .findFirst());
    }

    /** Also cancels a start that has not ended. */
    @Override
    public void stop() throws InterruptedException {
        ending.begin();
        Running now = running;
        if (now == null) {
            cancelStart();
        } else {
            now.requests().stop();
        }
    }

    private void cancelStart() throws InterruptedException {
        Thread thread = starting;
        if (thread != null) {
            thread.interrupt();
            thread.join();
        }
    }

    @Override
    public final boolean isDelivered() throws SQLException, InterruptedException {
        try {
            return !isRunning() || isComplete();
        } catch (IOException e) {
            return false; // the broker is busy; the audit reports what is missing at the end
        }
    }

    @Override
    public final void audit(AuditReport report) throws SQLException, IOException, InterruptedException {
        Running now = running;
        if (now == null) {
            return; // it never came up
        }
        long latest = context.clock().nanos() + LAST_READ.toNanos();
        StopSignal never = new StopSignal(context.clock());
        while (!isConsumed() && context.clock().nanos() < latest) {
            never.waitUntil(context.clock().nanos() + PAUSE);
        }
        readerEnding.begin();
        now.reading().join();
        Optional<String> problem = now.reader().failure();
        if (problem.isPresent()) {
            throw new IOException("the " + name() + " example cannot be compared: " + problem.get());
        }
        compare(report);
    }

    @Override
    public final void close() throws IOException {
        ending.begin();
        readerEnding.begin();
        try {
            cancelStart();
            Running now = running;
            if (now != null) {
                now.requests().stop();
                now.reading().join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            closeConnections();
        } catch (SQLException e) {
            throw new IOException("a connection of the " + name() + " example was not closed", e);
        } finally {
            programs.reversed().forEach(ExampleProgram::close);
            http.shutdownNow();
        }
    }
}

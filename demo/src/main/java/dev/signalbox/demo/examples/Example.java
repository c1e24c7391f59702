package dev.signalbox.demo.examples;

import static dev.signalbox.demo.workload.ActivityLog.seconds;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.AuditReport;
import dev.signalbox.demo.workload.HttpProgram;
import dev.signalbox.demo.workload.PeriodicTask;
import dev.signalbox.demo.workload.RunContext;
import dev.signalbox.demo.workload.Workload;
import dev.signalbox.embedded.process.FreePort;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
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
    private static final Duration LAST_READ = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(200);

    final RunContext context;
    final ExampleJar jar;
    final RestClient rest = new RestClient();
    /** Closes the broker, the programs and the connections. */
    final OpenResources resources = new OpenResources();

    private final BooleanSupplier mayStart;
    private final StopSignal ending = new StopSignal();
    private final List<HttpProgram> programs = new ArrayList<>();
    private volatile @Nullable Thread starting;
    private volatile @Nullable PeriodicTask requests;
    private volatile @Nullable String failure;

    /** @param mayStart its programs wait for this, so that they do not slow down the start of others */
    Example(RunContext context, ExampleJar jar, BooleanSupplier mayStart) {
        this.context = context;
        this.jar = jar;
        this.mayStart = mayStart;
    }

    /** Returns when the broker is up. */
    abstract void startBroker() throws IOException, InterruptedException;

    abstract void launch() throws IOException;

    void open() throws IOException {}

    /** Sends one request, or a few that belong together. */
    abstract void request() throws IOException, InterruptedException;

    /** Whether all committed messages have arrived at the consumers. */
    abstract boolean isComplete() throws SQLException, IOException, InterruptedException;

    /** Whether the consumers have processed all messages in the broker. */
    abstract boolean isConsumed() throws SQLException, IOException, InterruptedException;

    /** Compares both sides after the last delivery. */
    abstract void compare(AuditReport report) throws SQLException, IOException, InterruptedException;

    /** Adds the program that an argument selects, and reserves its port. */
    final HttpProgram program(String argument) throws IOException {
        String name = jar.name() + "-" + argument;
        HttpProgram program = new HttpProgram(name, context.folder().file(name + ".log"), FreePort.find());
        programs.add(program);
        resources.add(program::kill); // everything that it confirmed is committed
        return program;
    }

    @Override
    public final void start() {
        starting = Thread.ofVirtual().name(jar.name()).start(this::startAll);
    }

    private void startAll() {
        try {
            startBroker();
            await(mayStart);
            long began = Clock.SYSTEM.nanos();
            launch();
            for (HttpProgram program : programs) {
                await(() -> program.get("/actuator/health", "").isPresent());
            }
            open();
            requests = new PeriodicTask(
                    jar.name() + "-requests", Duration.ofSeconds(1), this::sendRequests, message -> failure = message);
            Duration time = Duration.ofNanos(Clock.SYSTEM.nanos() - began);
            context.activity().good("the " + jar.name() + " example is up, " + seconds(time) + " after its start");
        } catch (IOException e) {
            failure = "the " + jar.name() + " example cannot be shown: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void await(BooleanSupplier condition) throws InterruptedException, IOException {
        long latest = Clock.SYSTEM.nanos() + LONGEST_START.toNanos();
        while (!condition.getAsBoolean()) {
            Optional<String> end = unexpectedEnd();
            if (end.isPresent()) {
                throw new IOException(end.get());
            }
            if (Clock.SYSTEM.nanos() > latest) {
                throw new IOException("it did not start within " + LONGEST_START.toSeconds() + " s");
            }
            if (!ending.waitUntil(Clock.SYSTEM.nanos() + PAUSE.toNanos())) {
                throw new InterruptedException("the demo ends");
            }
        }
    }

    private Optional<String> unexpectedEnd() {
        return programs.stream()
                .filter(program -> program.exitCode().isPresent())
                .map(program -> program.name() + " ended by itself with code "
                        + program.exitCode().getAsInt() + ": " + program.lastLine())
                .findFirst();
    }

    /** Sends all requests of a second at once, so that the consumers can catch up before the next ones. */
    private void sendRequests() throws InterruptedException {
        long count = Math.clamp(Math.round(context.options().rate() * REQUESTS_PER_SHOP_ORDER), 1, HIGHEST_RATE);
        try {
            for (int i = 0; i < count && !ending.hasBegun(); i++) {
                request();
            }
        } catch (IOException e) {
            context.activity().error("a service of the " + jar.name() + " example refuses: " + e.getMessage());
        }
    }

    final boolean isRunning() {
        return requests != null;
    }

    @Override
    public final boolean hasStarted() {
        return isRunning() || failure().isPresent();
    }

    @Override
    public Optional<String> failure() {
        return Optional.ofNullable(failure).or(this::unexpectedEnd);
    }

    /** Also cancels a start that has not ended. */
    @Override
    public void stop() throws InterruptedException {
        ending.begin();
        PeriodicTask sending = requests;
        Thread thread = starting;
        if (sending != null) {
            sending.stop();
        } else if (thread != null) {
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
        if (!isRunning()) {
            return; // it never came up
        }
        long latest = Clock.SYSTEM.nanos() + LAST_READ.toNanos();
        while (!isConsumed() && Clock.SYSTEM.nanos() < latest) {
            Thread.sleep(PAUSE);
        }
        compare(report);
    }

    @Override
    public final void close() throws IOException {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            resources.close();
        }
    }
}

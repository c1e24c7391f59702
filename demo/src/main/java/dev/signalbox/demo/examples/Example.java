package dev.signalbox.demo.examples;

import dev.signalbox.demo.News;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.net.http.HttpClient;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An example from its start to its end. It comes up by itself, while the rest of the demo is at work already.
 *
 * @param <A> what is found in the end
 * @param <T> what happens in it once it is up
 */
public abstract class Example<A extends ExampleAudit, T extends Traffic<A>> implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final long LOOK = Duration.ofMillis(200).toNanos();

    private final Ground ground;
    private final HttpClient client;
    private final StopSignal ending;
    private final List<ExampleProgram> programs = new CopyOnWriteArrayList<>();
    private volatile @Nullable Thread start;
    private volatile @Nullable T traffic;
    private volatile @Nullable String failure;

    protected Example(Ground ground) {
        this.ground = ground;
        this.client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
        this.ending = new StopSignal(ground.clock());
    }

    /** Launches the programs, and waits for what they need. */
    protected abstract void launchAll() throws IOException, InterruptedException;

    /**
     * Lets people in, when all programs are up.
     *
     * @param place where they stay until they are sent home
     */
    protected abstract T open(HttpClient http, Place place) throws IOException, SQLException, InterruptedException;

    /** What is said when it is up, without the time. */
    protected abstract String upNews();

    protected final Ground ground() {
        return ground;
    }

    private String name() {
        return ground.jar().kind().title();
    }

    /**
     * Has its programs started, and returns.
     *
     * @param time says when it is time for that, so that they do not keep others from starting; it is at some time anyway
     */
    public final void begin(BooleanSupplier time) {
        start = Thread.ofVirtual().name(name()).start(() -> comeUp(time));
    }

    private void comeUp(BooleanSupplier time) {
        try {
            if (!awaitTime(time)) {
                return;
            }
            long began = ground.clock().nanos();
            launchAll();
            for (ExampleProgram program : programs) {
                if (!awaitUp(program, began)) {
                    return;
                }
            }
            traffic = open(client, new Place(ending, ground.news(), ground.clock()));
            String seconds =
                    String.format(Locale.ROOT, "%.1f s", (ground.clock().nanos() - began) / 1e9);
            ground.news().add(News.Tone.GOOD, upNews() + ", " + seconds + " after their start");
        } catch (IOException | SQLException e) {
            failure = "the " + name() + " example cannot be shown: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean awaitTime(BooleanSupplier time) throws InterruptedException {
        long latest = ground.clock().nanos() + LONGEST_WAIT.toNanos();
        while (!time.getAsBoolean() && ground.clock().nanos() < latest) {
            if (!ending.waitUntil(ground.clock().nanos() + LOOK)) {
                return false;
            }
        }
        return true;
    }

    /** Starts a program; its log has the names of the example and of the program. */
    protected final void launch(Role role, Map<String, String> settings) throws IOException {
        programs.add(ExampleProgram.start(
                ground.jar(), role, settings, ground.folder().file(name() + "-" + role.argument() + ".log")));
    }

    private boolean awaitUp(ExampleProgram program, long began) throws InterruptedException, IOException {
        while (!program.isUp(client)) {
            Optional<String> end = program.end();
            if (end.isPresent()) {
                throw new IOException(end.get());
            }
            if (ground.clock().nanos() - began > LONGEST_START.toNanos()) {
                throw new IOException("it did not start within " + LONGEST_START.toSeconds() + " s");
            }
            if (!ending.waitUntil(ground.clock().nanos() + LOOK)) {
                return false;
            }
        }
        return true;
    }

    /** What the nodes are told to deliver it with. */
    public abstract RelayLines relay();

    /** Whether it has come up, or never will. */
    public final boolean hasStarted() {
        return traffic != null || failure().isPresent();
    }

    /** What keeps it from going on. */
    public final Optional<String> failure() {
        return Optional.ofNullable(failure)
                .or(() -> programs.stream()
                        .flatMap(program -> program.end().stream())
                        .findFirst())
                .or(() -> traffic().flatMap(Traffic::failure));
    }

    /** Empty before it is up. */
    protected final Optional<T> traffic() {
        return Optional.ofNullable(traffic);
    }

    /** Lets those who are there end what they have begun, and sends no more. What has not come up by now never will. */
    public final void sendHome() throws InterruptedException {
        ending.begin();
        T running = traffic;
        if (running == null) {
            endStart();
        } else {
            running.sendHome();
        }
    }

    private void endStart() throws InterruptedException {
        Thread starting = start;
        if (starting != null) {
            starting.interrupt();
            starting.join();
        }
    }

    /** Whether the other end has all that was taken at this one. */
    public final boolean isDone() throws SQLException, InterruptedException {
        T running = traffic;
        try {
            return running == null || running.isDone();
        } catch (IOException e) {
            return false; // the broker is busy; what it has not said in the end is a fault
        }
    }

    /** Compares both ends, when nobody delivers any more; empty if it had never come up. */
    public final Optional<A> audit() throws SQLException, IOException, InterruptedException {
        T running = traffic;
        return running == null ? Optional.empty() : Optional.of(running.audit());
    }

    @Override
    public final void close() {
        ending.begin();
        try {
            endStart();
            T running = traffic;
            if (running != null) {
                running.end();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            ground.news()
                    .add(
                            News.Tone.BAD,
                            "a connection to a database of the " + name() + " example was not closed: "
                                    + e.getMessage());
        }
        programs.reversed().forEach(ExampleProgram::close);
        client.shutdownNow();
    }
}

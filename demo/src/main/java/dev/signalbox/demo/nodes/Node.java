package dev.signalbox.demo.nodes;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.HttpProgram;
import dev.signalbox.server.Main;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A node: its process, which is replaced when it has ended, and its state. Only one thread uses it at a time. */
final class Node {
    /** The options that the start-up cache was created with; without them it is not used. */
    private static final Pattern PASSED_ON =
            Pattern.compile("-XX:AOT.*|-XX:\\+UseCompactObjectHeaders|-Xlog:(aot|cds).*"
                    + "|--sun-misc-unsafe-memory-access.*|-D(file|stdout|stderr)\\.encoding.*");
    /** Variables that are meant for another Signalbox. */
    private static final Pattern FOREIGN = Pattern.compile("OUTBOX_PROCESSOR_.*|SIGNALBOX_(?!LOG_LEVEL$).*");

    private final HttpProgram program;
    private final Path configuration;
    private final String token;
    private volatile State state = State.STARTING;
    private volatile long stateSince = Clock.SYSTEM.nanos();

    enum State {
        STARTING,
        UP,
        /** Killed by the demo, with SIGKILL. */
        KILLED,
        ENDED
    }

    /** @param token of the nodes' administration API */
    Node(HttpProgram program, Path configuration, String token) throws IOException {
        this.program = program;
        this.configuration = configuration;
        this.token = token;
        start();
    }

    /** Uses the Java and the class path of this process. */
    private void start() throws IOException {
        List<String> arguments = new ArrayList<>(HttpProgram.SMALL);
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> PASSED_ON.matcher(argument).matches())
                .forEach(arguments::add);
        arguments.addAll(List.of(
                "-Xms32m",
                "-Xmx128m",
                "-XX:OnOutOfMemoryError=kill -USR1 %p",
                "-Djava.io.tmpdir=" + configuration.resolveSibling("temporary")));
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path", ""), Main.class.getName()));
        arguments.addAll(
                List.of("serve", "--config", configuration.toString(), "--port", String.valueOf(program.port())));
        program.start(arguments, variables -> {
            variables.keySet().removeIf(FOREIGN.asMatchPredicate());
            variables.put("SIGNALBOX_NODE_NAME", name());
        });
    }

    HttpProgram program() {
        return program;
    }

    String name() {
        return program.name();
    }

    State state() {
        return state;
    }

    boolean isUp() {
        return state == State.UP;
    }

    boolean isDown() {
        return state == State.KILLED || state == State.ENDED;
    }

    Duration inState() {
        return Duration.ofNanos(Clock.SYSTEM.nanos() - stateSince);
    }

    /** Checks the process; returns whether its state has changed. */
    boolean refresh() {
        if (!isDown() && program.exitCode().isPresent()) {
            enter(State.ENDED);
            return true;
        }
        if (state == State.STARTING && get("/health/ready").isPresent()) {
            enter(State.UP);
            return true;
        }
        return false;
    }

    Optional<String> get(String path) {
        return program.get(path, token);
    }

    void restart() throws IOException {
        start();
        enter(State.STARTING);
    }

    void kill() {
        program.kill();
        enter(State.KILLED);
    }

    private void enter(State next) {
        state = next;
        stateSince = Clock.SYSTEM.nanos();
    }
}

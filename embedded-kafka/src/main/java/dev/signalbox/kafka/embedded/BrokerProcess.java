package dev.signalbox.kafka.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One run of a broker. */
final class BrokerProcess {
    static final String PROPERTIES = "broker.properties";
    static final String LOG = "broker.log";

    /** A Ctrl-C goes to all of a terminal's processes; whoever has started the broker decides when it ends. */
    private static final String UNTOUCHED_BY_CTRL_C = "trap '' INT HUP; exec \"$0\" \"$@\"";

    private static final Duration STOP = Duration.ofSeconds(10);
    private static final int SHOWN_LINES = 30;

    private final Process process;
    private @Nullable Thread hook;

    private BrokerProcess(Process process) {
        this.process = process;
    }

    static BrokerProcess start(Path folder, BrokerOptions options) throws IOException, InterruptedException {
        Path log = folder.resolve(LOG);
        ProcessBuilder builder = new ProcessBuilder(command(folder, options.heapMegabytes()))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // A class path may be longer than an argument looks good.
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        // What is meant for this process, such as a debugger's port, is not meant for the broker.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        BrokerProcess broker = new BrokerProcess(builder.start());
        try {
            broker.awaitReady(options.startWithin(), log);
            return broker;
        } catch (Throwable failure) {
            broker.kill();
            throw failure;
        }
    }

    private static List<String> command(Path folder, int heapMegabytes) {
        return List.of(
                "sh",
                "-c",
                UNTOUCHED_BY_CTRL_C,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMegabytes + "m",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dslf4j.provider=" + BrokerLogging.class.getName(),
                "-Dslf4j.internal.verbosity=WARN",
                "-Dlog4j2.statusLoggerLevel=OFF",
                "-Djava.io.tmpdir=" + folder,
                BrokerMain.class.getName(),
                folder.resolve(PROPERTIES).toString());
    }

    private void awaitReady(Duration within, Path log) throws InterruptedException {
        CompletableFuture<Boolean> ready = new CompletableFuture<>();
        Thread.ofVirtual().name("start of Kafka").start(() -> listen(ready));
        try {
            if (ready.get(within.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
            throw new IllegalStateException("Kafka ended while it started; its log in " + log + " ends:\n" + tail(log));
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "Kafka did not start within " + within + "; its log in " + log + " ends:\n" + tail(log), e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("Kafka's process cannot be read", e.getCause());
        }
    }

    private void listen(CompletableFuture<Boolean> ready) {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            ready.complete(BrokerMain.READY.equals(reader.readLine()));
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** A broker that is stopped in its tracks cannot notice that this process ends, so it is ended then. */
    void suspend() throws IOException, InterruptedException {
        if (hook == null) {
            hook = new Thread(process::destroyForcibly, "end of Kafka");
            Runtime.getRuntime().addShutdownHook(hook);
        }
        signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IllegalStateException("kill -" + name + " " + process.pid() + " ended with " + exit);
        }
    }

    void kill() {
        process.destroyForcibly().onExit().join();
        forget();
    }

    /** Lets it end in order; what does not within some seconds, a suspended one for example, is killed. */
    void end() {
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, STOP.toSeconds(), TimeUnit.SECONDS)
                .join();
        kill();
    }

    private void forget() {
        if (hook == null) {
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This process is ending already, and the hook with it
            return;
        }
    }
}

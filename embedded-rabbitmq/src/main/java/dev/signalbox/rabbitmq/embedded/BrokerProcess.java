package dev.signalbox.rabbitmq.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One run of a broker: its node, the directory of names that the node needs, and a shell that watches over both. The shell
 * ends them when its standard input ends, which it does with the process that started it, however that one died.
 */
final class BrokerProcess {
    /**
     * Both run in process groups of their own: a Ctrl-C does not reach them, and a group can be killed as a whole. The
     * shell goes on without a node, until it is told that nobody needs it any more.
     */
    private static final String WATCH = """
            trap '' INT HUP TERM
            setsid "$EPMD" </dev/null >/dev/null 2>&1 &
            names=$!
            setsid sh -c '"$RABBIT" </dev/null >>"$OUTPUT" 2>&1; echo ended' &
            node=$!
            while read -r _; do :; done
            kill -KILL -$node -$names
            wait
            """;

    private static final Duration STOP = Duration.ofSeconds(15);
    private static final int SHOWN_LINES = 30;
    private static final long LOOK_MILLIS = 50;

    private final Process watch;
    private final BrokerFolder folder;
    private final long before;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** @param before how many lines earlier runs have written */
    private BrokerProcess(Process watch, BrokerFolder folder, long before) {
        this.watch = watch;
        this.folder = folder;
        this.before = before;
        Thread.ofVirtual().name("watch over RabbitMQ").start(this::listen);
    }

    static BrokerProcess start(BrokerFolder folder, Ports ports, Duration within)
            throws IOException, InterruptedException {
        Installation installation = Installation.present();
        Files.deleteIfExists(folder.pidFile());
        long before = folder.outputLines();
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", WATCH);
        Map<String, String> environment = builder.environment();
        // What this process was told about some other broker is not meant for this one.
        environment.keySet().removeIf(name -> name.startsWith("RABBITMQ_") || name.startsWith("ERL_"));
        environment.putAll(folder.environment(ports));
        environment.put("EPMD", installation.epmd().toString());
        environment.put("RABBIT", installation.script("rabbitmq-server").toString());
        environment.put("OUTPUT", folder.output().toString());
        BrokerProcess broker = new BrokerProcess(
                builder.redirectError(
                                ProcessBuilder.Redirect.appendTo(folder.output().toFile()))
                        .start(),
                folder,
                before);
        try {
            broker.awaitAnswer(ports.amqp(), within);
            return broker;
        } catch (Throwable failure) {
            broker.endRest();
            throw failure;
        }
    }

    /** The node's script says when it is over. */
    private void listen() {
        try (BufferedReader reader = watch.inputReader(StandardCharsets.UTF_8)) {
            String _ = reader.readLine();
            ended.complete(null);
        } catch (IOException e) {
            ended.completeExceptionally(e);
        }
    }

    private void awaitAnswer(int port, Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (!Greeting.isHeardFrom(port)) {
            if (ended.isDone()) {
                throw new IllegalStateException("RabbitMQ ended while it started; " + lastWords());
            }
            if (System.nanoTime() > end) {
                throw new IllegalStateException("RabbitMQ did not start within " + within + "; " + lastWords());
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** What comes first is what went wrong; what comes last is a heap of consequences. */
    private String lastWords() {
        Path output = folder.output();
        try {
            List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
            List<String> said = lines.subList((int) Math.min(before, lines.size()), lines.size()).stream()
                    .filter(line -> !line.isBlank())
                    .limit(SHOWN_LINES)
                    .toList();
            return "its output in " + output + " begins:\n" + String.join("\n", said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The node itself, which is not the shell that started it. */
    long pid() {
        try {
            return Long.parseLong(Files.readString(folder.pidFile()).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<ProcessHandle> node() {
        return ended.isDone() ? Optional.empty() : ProcessHandle.of(pid());
    }

    void signal(String name) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IllegalStateException("kill -" + name + " " + pid() + " ended with " + exit);
        }
    }

    void kill() {
        end(ProcessHandle::destroyForcibly);
    }

    /** Lets it end in order; what does not within some seconds, a suspended one for example, is killed. */
    void end() {
        end(ProcessHandle::destroy);
    }

    private void end(Consumer<ProcessHandle> how) {
        // Before the node ends: what it has started is nobody's child afterwards.
        List<ProcessHandle> all = watch.descendants().toList();
        node().ifPresent(node -> {
            how.accept(node);
            awaitEnd(node);
        });
        endRest();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(BrokerProcess::awaitEnd);
    }

    private static void awaitEnd(ProcessHandle process) {
        process.onExit()
                .completeOnTimeout(process, STOP.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private void endRest() {
        try {
            watch.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        watch.onExit().join();
    }
}

package dev.signalbox.rabbitmq.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where RabbitMQ's and Erlang's programs are.
 *
 * @param scripts RabbitMQ's own scripts; those on the path of commands insist on a user of their own
 * @param epmd the program that tells Erlang's nodes each other's ports
 */
record Installation(Path scripts, Path epmd) {
    /** Names the folder of the scripts where they are not in the usual one. */
    private static final String VARIABLE = "SIGNALBOX_RABBITMQ";

    private static final String USUAL = "/usr/lib/rabbitmq/bin";
    private static final Path SCRIPTS =
            Path.of(Optional.ofNullable(System.getenv(VARIABLE)).orElse(USUAL));
    static final String MISSING = "RabbitMQ is not installed: rabbitmq-server and rabbitmqctl are not in " + SCRIPTS
            + ", or Erlang's epmd is missing. Debian, Ubuntu: sudo apt install rabbitmq-server; " + VARIABLE
            + " names the folder of its scripts if it is another one";

    static Optional<Installation> find() {
        return Stream.of("rabbitmq-server", "rabbitmqctl").map(SCRIPTS::resolve).allMatch(Files::isExecutable)
                ? findEpmd().map(epmd -> new Installation(SCRIPTS, epmd))
                : Optional.empty();
    }

    private static Optional<Path> findEpmd() {
        String path = System.getenv("PATH");
        return Stream.concat(Stream.of((path == null ? "" : path).split(":")), Stream.of("/usr/bin"))
                .map(folder -> Path.of(folder, "epmd"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Installation present() {
        return find().orElseThrow(() -> new IllegalStateException(MISSING));
    }

    Path script(String name) {
        return scripts.resolve(name);
    }
}

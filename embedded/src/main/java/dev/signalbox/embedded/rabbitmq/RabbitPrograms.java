package dev.signalbox.embedded.rabbitmq;

import dev.signalbox.embedded.process.InstalledPrograms;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The locations of RabbitMQ's and Erlang's programs.
 *
 * @param scripts RabbitMQ's own scripts; those on the PATH insist on a dedicated user
 * @param epmd Erlang's port mapper
 */
record RabbitPrograms(Path scripts, Path epmd) {
    /** Names the folder of the scripts if they are not in a usual one. */
    private static final String VARIABLE = "SIGNALBOX_RABBITMQ";

    private static final String USUAL = "/usr/lib/rabbitmq/bin";
    private static final Path SCRIPTS =
            Path.of(Optional.ofNullable(System.getenv(VARIABLE)).orElse(USUAL));
    static final String MISSING = "RabbitMQ is not installed: rabbitmq-server and rabbitmqctl are not in " + SCRIPTS
            + ", or Erlang's epmd is missing. Debian, Ubuntu: sudo apt install rabbitmq-server; " + VARIABLE
            + " names the folder of its scripts if it is another one";

    static Optional<RabbitPrograms> find() {
        return Stream.of("rabbitmq-server", "rabbitmqctl").map(SCRIPTS::resolve).allMatch(InstalledPrograms::isProgram)
                ? InstalledPrograms.find("epmd").map(epmd -> new RabbitPrograms(SCRIPTS, epmd))
                : Optional.empty();
    }

    Path script(String name) {
        return scripts.resolve(name);
    }
}

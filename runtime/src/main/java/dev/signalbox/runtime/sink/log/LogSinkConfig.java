package dev.signalbox.runtime.sink.log;

import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Lines on the standard output or in a file.
 *
 * @param payload whether a line shows the message's payload and headers
 */
public record LogSinkConfig(Common common, Optional<Path> file, boolean payload) implements SinkConfig {
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(10);

    @Override
    public SinkType type() {
        return LogSinkType.INSTANCE;
    }

    @Override
    public Duration longestSend() {
        return LONGEST_WRITE;
    }

    @Override
    public URI address(Optional<String> path) {
        return file.map(Path::toUri).orElseGet(() -> URI.create("log:stdout"));
    }

    /** It connects to nothing. */
    @Override
    public Optional<InsecureTransport> insecureTransport() {
        return Optional.empty();
    }

    @Override
    public SinkFactory factory(SinkEnvironment environment) {
        return address -> new LogSink(
                file.<LineOutput>map(FileOutput::new).orElseGet(StandardOutput::new),
                new LogSink.Settings(limits().batch(), payload, LONGEST_WRITE),
                environment.clock());
    }
}

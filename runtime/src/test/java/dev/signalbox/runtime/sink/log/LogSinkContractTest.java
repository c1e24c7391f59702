package dev.signalbox.runtime.sink.log;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import dev.signalbox.testkit.sink.SinkContract;
import dev.signalbox.testkit.sink.SinkFixture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

class LogSinkContractTest extends SinkContract {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    @Override
    protected SinkFixture fixture() {
        return new LogFile(folder);
    }

    /** A file that can hang, like a pipe without a reader. */
    private static final class LogFile implements SinkFixture, LineOutput {
        private final Path folder;
        private final Path file;
        private final FileOutput output;
        private final LogSink sink;
        private volatile CountDownLatch stuck = new CountDownLatch(0);

        LogFile(Path folder) {
            this.folder = folder;
            this.file = folder.resolve("messages.log");
            this.output = new FileOutput(file);
            this.sink = sink(this);
        }

        private static LogSink sink(LineOutput output) {
            return new LogSink(
                    output,
                    new LogSink.Settings(new SinkLimits(100, 1 << 20), false, Duration.ofMillis(400)),
                    Clock.SYSTEM);
        }

        @Override
        public String name() {
            return output.name();
        }

        @Override
        public void write(ByteBuffer lines) throws IOException {
            try {
                stuck.await();
            } catch (InterruptedException e) {
                throw new ClosedByInterruptException();
            }
            output.write(lines);
        }

        @Override
        public Sink sink() {
            return sink;
        }

        @Override
        public Sink unreachable() {
            return sink(new FileOutput(folder.resolve("missing").resolve("messages.log")));
        }

        @Override
        public List<String> received() throws IOException {
            return Files.exists(file)
                    ? Files.readAllLines(file).stream()
                            .map(line -> line.substring("id=".length(), line.indexOf(' ')))
                            .toList()
                    : List.of();
        }

        @Override
        public void hang() {
            stuck = new CountDownLatch(1);
        }

        @Override
        public void resume() {
            stuck.countDown();
        }

        @Override
        public Optional<Message> refused(String id) {
            return Optional.empty();
        }

        @Override
        public boolean sendsOneByOne() {
            return true;
        }

        @Override
        public void close() {
            output.close();
        }
    }
}

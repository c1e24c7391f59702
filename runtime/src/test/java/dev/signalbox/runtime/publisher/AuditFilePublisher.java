package dev.signalbox.runtime.publisher;

import dev.signalbox.core.publisher.EventPublisher;
import dev.signalbox.core.publisher.PublishException;
import dev.signalbox.core.publisher.PublishedEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Appends a line for each event of a wallet to a file. */
public final class AuditFilePublisher implements EventPublisher {
    private final Path directory = Path.of(System.getProperty("audit.directory", "."));
    private final Path file = directory.resolve("audit.tsv");

    @Override
    public String name() {
        return "AuditFilePublisher";
    }

    @Override
    public synchronized void publishBatch(List<PublishedEvent> events) throws PublishException {
        StringBuilder lines = new StringBuilder();
        for (PublishedEvent event : events) {
            String wallet = event.tag("wallet_id")
                    .orElseThrow(() -> PublishException.refused("event " + event.position() + " has no wallet_id"));
            lines.append(event.position()).append('\t').append(event.type());
            lines.append('\t').append(wallet).append('\n');
        }
        append(lines.toString());
    }

    private void append(String lines) throws PublishException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
        } catch (IOException e) {
            throw new PublishException("cannot append to " + file, e);
        }
    }

    @Override
    public boolean isHealthy() {
        return Files.isWritable(directory);
    }
}

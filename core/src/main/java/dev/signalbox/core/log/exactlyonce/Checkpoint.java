package dev.signalbox.core.log.exactlyonce;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The delivered events that the database may not have recorded as done, written beside the events of a transaction.
 *
 * @param generation of the feed's row: a checkpoint from before an operator moved the feed is void
 */
record Checkpoint(long generation, List<CheckpointedEvent> events) {
    private static final String FORM = "signalbox-note 1";

    Checkpoint {
        events = List.copyOf(events);
    }

    /** Lines of readable text. Each number but the hashes is the difference to the line before. */
    byte[] bytes() {
        StringBuilder text = new StringBuilder(64 + 32 * events.size());
        text.append(FORM).append('\n').append(generation).append('\n');
        long position = 0;
        long transaction = 0;
        for (CheckpointedEvent event : events) {
            text.append(event.position() - position)
                    .append(' ')
                    .append(event.transaction() - transaction)
                    .append(' ')
                    .append(Integer.toHexString(event.group()))
                    .append(' ')
                    .append(Integer.toHexString(event.fingerprint()))
                    .append('\n');
            position = event.position();
            transaction = event.transaction();
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** @throws IllegalArgumentException if it is not a checkpoint of ours */
    static Checkpoint of(byte[] bytes) {
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        if (lines.size() < 2 || !lines.getFirst().equals(FORM)) {
            throw new IllegalArgumentException("it does not begin with \"" + FORM + "\"");
        }
        List<CheckpointedEvent> events = new ArrayList<>();
        long position = 0;
        long transaction = 0;
        for (String line : lines.subList(2, lines.size())) {
            String[] parts = line.split(" ", -1);
            if (parts.length != 4) {
                throw new IllegalArgumentException("a line has not four parts: " + line);
            }
            position += Long.parseLong(parts[0]);
            transaction += Long.parseLong(parts[1]);
            events.add(new CheckpointedEvent(
                    position, transaction, HexFormat.fromHexDigits(parts[2]), HexFormat.fromHexDigits(parts[3])));
        }
        return new Checkpoint(Long.parseLong(lines.get(1)), events);
    }
}

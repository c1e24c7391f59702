package dev.signalbox.platform.ingest;

import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.input.FieldError;
import java.util.ArrayList;
import java.util.List;

/** What became of the events of a batch, in their order. */
public record BatchResult(List<Item> items) {
    public BatchResult {
        items = List.copyOf(items);
    }

    /** What became of one event. */
    public sealed interface Item {
        record Stored(IngestResult result) implements Item {}

        record Refused(List<FieldError> errors) implements Item {
            public Refused {
                errors = List.copyOf(errors);
            }
        }
    }

    /** The events that are stored, duplicates as their originals. */
    public List<Event> events() {
        return stored().stream().map(IngestResult::event).toList();
    }

    public int duplicateCount() {
        return (int) stored().stream().filter(IngestResult::duplicate).count();
    }

    /** How many jobs this request has created. */
    public int dispatchJobCount() {
        return stored().stream()
                .filter(it -> !it.duplicate())
                .mapToInt(it -> it.event().jobCount())
                .sum();
    }

    private List<IngestResult> stored() {
        List<IngestResult> stored = new ArrayList<>();
        for (Item item : items) {
            if (item instanceof Item.Stored(IngestResult result)) {
                stored.add(result);
            }
        }
        return stored;
    }
}

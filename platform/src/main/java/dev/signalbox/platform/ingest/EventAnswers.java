package dev.signalbox.platform.ingest;

import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.json.JsonWriter;
import java.util.List;
import java.util.stream.Collectors;

/** The bodies that answer posted events. */
public final class EventAnswers {
    private EventAnswers() {}

    public static byte[] single(IngestResult result) {
        return JsonWriter.object(out -> out.object("event", result.event()::write)
                .number("dispatchJobCount", result.event().jobCount()));
    }

    public static byte[] batch(BatchResult result) {
        return JsonWriter.object(out -> batch(out, result));
    }

    /** With what became of each item. Items are identified by their place. */
    public static byte[] partialBatch(BatchResult result) {
        return JsonWriter.object(out -> {
            // First, because a relay reads only the beginning of a long answer.
            out.objects("results", result.items(), EventAnswers::item);
            batch(out, result);
        });
    }

    private static void batch(JsonWriter out, BatchResult result) {
        List<Event> events = result.events();
        out.objects("events", events, (members, event) -> event.writeListed(members))
                .number("count", events.size())
                .number("dispatchJobCount", result.dispatchJobCount())
                .number("duplicateCount", result.duplicateCount());
    }

    private static void item(JsonWriter out, BatchResult.Item item) {
        switch (item) {
            case BatchResult.Item.Stored(IngestResult stored) ->
                out.text("status", stored.duplicate() ? "DUPLICATE" : "CREATED")
                        .text("eventId", stored.event().id());
            case BatchResult.Item.Refused(List<FieldError> errors) ->
                out.text("status", "REJECTED")
                        .text(
                                "error",
                                errors.stream()
                                        .map(it -> (it.field() + " " + it.message()).strip())
                                        .collect(Collectors.joining("; ")));
        }
    }
}

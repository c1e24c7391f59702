package dev.signalbox.platform.event;

import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of requests that post events. */
public final class EventBodies {
    private EventBodies() {}

    /**
     * The items of a batch, in order.
     *
     * @param items null where something is wrong with the item
     */
    public record Batch(List<@Nullable EventDraft> items, List<FieldError> errors) {
        /** All items, if nothing is wrong with any. */
        public List<EventDraft> valid() throws InvalidInputException {
            List<EventDraft> valid = new ArrayList<>();
            for (EventDraft item : items) {
                if (item == null) {
                    throw new InvalidInputException(errors);
                }
                valid.add(item);
            }
            return valid;
        }
    }

    public static EventDraft single(String client, EventFormat format, byte[] body)
            throws MalformedJsonException, InvalidInputException, InputTooLargeException {
        if (body.length > InputLimits.EVENT_BYTES) {
            throw new InputTooLargeException("the event", InputLimits.EVENT_BYTES, "bytes");
        }
        FieldErrors errors = new FieldErrors();
        EventDraft draft = format.read(client, JsonValue.of(body), errors);
        if (draft == null) {
            throw new InvalidInputException(errors.all());
        }
        return draft;
    }

    public static Batch batch(String client, EventFormat format, byte[] body)
            throws MalformedJsonException, InputTooLargeException {
        if (body.length > InputLimits.BATCH_BYTES) {
            throw new InputTooLargeException("the batch", InputLimits.BATCH_BYTES, "bytes");
        }
        JsonValue all = JsonValue.of(body);
        if (all.kind() != JsonValue.Kind.ARRAY) {
            throw new MalformedJsonException("a batch must be a JSON array");
        }
        List<JsonValue> values = all.elements();
        if (values.size() > InputLimits.BATCH_ITEMS) {
            throw new InputTooLargeException("the batch", InputLimits.BATCH_ITEMS, "events");
        }
        FieldErrors errors = new FieldErrors();
        List<@Nullable EventDraft> items = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            items.add(format.read(client, values.get(i), errors.ofItem(i)));
        }
        return new Batch(items, errors.all());
    }
}

package dev.signalbox.platform.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.json.JsonWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a request says.
 *
 * @param id the job's, the same in each attempt
 * @param code what it is about
 * @param acceptedAt when the job came to be
 * @param data as the receiver gets it
 */
record JobContent(
        String id,
        JobKind kind,
        String code,
        @Nullable String subject,
        @Nullable String eventId,
        @Nullable String correlationId,
        Instant acceptedAt,
        Payload data) {
    private static final Payload NULL = Payload.of("null");

    static JobContent of(Message message, JobMessage job) {
        return new JobContent(
                message.id(),
                job.kind(),
                message.type(),
                job.subject(),
                job.eventId(),
                job.correlationId(),
                message.createdAt(),
                job.direct() != null && job.direct().sendsText() ? text(message.payload()) : data(message.payload()));
    }

    /** What is not sent as JSON arrives as the text itself, without quotes. */
    private static Payload text(Payload payload) {
        return new JsonText(payload.utf8()).held().map(Payload::of).orElseGet(() -> data(payload));
    }

    /** A text that holds JSON arrives as that JSON, and what has no data as null. */
    private static Payload data(Payload payload) {
        if (payload.bytes().length == 0) {
            return NULL;
        }
        boolean isText = payload.bytes()[0] == '"';
        return isText ? Payload.of(new JsonText(payload.utf8()).delivered().bytes()) : payload;
    }

    /** The data alone, or an envelope around it. */
    byte[] body(boolean dataOnly) {
        return dataOnly ? data.bytes() : JsonWriter.object(this::writeEnvelope);
    }

    private void writeEnvelope(JsonWriter out) {
        out.text("id", id).text("kind", kind).text("code", code);
        textOrNull(out, "subject", subject);
        textOrNull(out, "eventId", eventId);
        textOrNull(out, "correlationId", correlationId);
        out.time("timestamp", acceptedAt).json("data", new JsonText(data.utf8()));
    }

    private static void textOrNull(JsonWriter out, String name, @Nullable String text) {
        if (text == null) {
            out.json(name, JsonText.NULL);
        } else {
            out.text(name, text);
        }
    }

    /** Without the content, which belongs to the client. */
    @Override
    public String toString() {
        return "JobContent[" + id + "]";
    }
}

package dev.signalbox.core.json;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import java.nio.charset.StandardCharsets;

/**
 * The JSON object around a payload that says which message it is: id, type, group and time, of an event its tags, and the
 * payload as {@code data}. Those who send it write the payload between {@link #open} and {@link #close}.
 */
public final class MessageEnvelope {
    private static final byte[] ID = ascii("{\"id\":");
    private static final byte[] TYPE = ascii(",\"type\":");
    private static final byte[] GROUP = ascii(",\"group\":");
    private static final byte[] NO_GROUP = ascii("null");
    private static final byte[] TIME = ascii(",\"time\":");
    private static final byte[] TAGS = ascii(",\"tags\":");
    private static final byte[] DATA = ascii(",\"data\":");
    private static final int LONGEST_TIME = "\"2026-03-01T12:00:00.123456789Z\"".length();

    /** The bytes of an envelope without its texts. */
    private static final int FRAME = ID.length
            + TYPE.length
            + GROUP.length
            + NO_GROUP.length
            + TIME.length
            + LONGEST_TIME
            + TAGS.length
            + DATA.length
            + "{}}".length();

    /** The quotes, brackets and commas that a tag needs besides its text at most. */
    private static final int FRAME_OF_TAG = 8;

    private MessageEnvelope() {}

    /** Writes what precedes the payload. */
    public static void open(JsonBytes json, Message message) {
        json.put(ID);
        json.string(message.id());
        json.put(TYPE);
        json.string(message.type());
        json.put(GROUP);
        if (message.group() == null) {
            json.put(NO_GROUP);
        } else {
            json.string(message.group());
        }
        json.put(TIME);
        json.instant(message.createdAt());
        EventMetadata event = message.event();
        if (event != null) {
            json.put(TAGS);
            TagsJson.write(json, event.tags());
        }
        json.put(DATA);
    }

    /** Writes what follows the payload. */
    public static void close(JsonBytes json) {
        json.put('}');
    }

    /** How many bytes the envelope adds to the payload, or a few more: a key that several tags share is counted for each. */
    public static long size(Message message) {
        long size = FRAME + JsonBytes.sizeOf(message.id()) + JsonBytes.sizeOf(message.type());
        if (message.group() != null) {
            size += JsonBytes.sizeOf(message.group());
        }
        EventMetadata event = message.event();
        if (event != null) {
            for (String tag : event.tags()) {
                size += FRAME_OF_TAG + JsonBytes.sizeOf(tag);
            }
        }
        return size;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

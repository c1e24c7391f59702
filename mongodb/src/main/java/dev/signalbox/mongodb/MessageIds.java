package dev.signalbox.mongodb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/** Converts ids of documents to text and back. In-flight messages keep their exact id; only operators pass texts. */
public final class MessageIds {
    /** The order of ids of one moment; the server's order for strings, object ids and integers. */
    static final Comparator<BsonValue> ORDER =
            Comparator.<BsonValue>comparingInt(MessageIds::rank).thenComparing(MessageIds::compareAlike);

    public static final Comparator<BsonDocument> BY_ID = Comparator.comparing(MessageIds::of, ORDER);

    private MessageIds() {}

    public static String text(BsonValue id) {
        return switch (id.getBsonType()) {
            case STRING -> id.asString().getValue();
            case OBJECT_ID -> id.asObjectId().getValue().toHexString();
            case INT32 -> Integer.toString(id.asInt32().getValue());
            case INT64 -> Long.toString(id.asInt64().getValue());
            case BINARY -> text(id.asBinary());
            default -> Payloads.json(id);
        };
    }

    private static String text(BsonBinary binary) {
        return binary.getType() == BsonBinarySubType.UUID_STANDARD.getValue()
                ? binary.asUuid().toString()
                : Payloads.json(binary);
    }

    /** All ids that this text may denote. */
    public static List<BsonValue> candidates(String text) {
        List<BsonValue> ids = new ArrayList<>();
        ids.add(new BsonString(text));
        if (ObjectId.isValid(text)) {
            ids.add(new BsonObjectId(new ObjectId(text)));
        }
        try {
            ids.add(new BsonInt64(Long.parseLong(text)));
        } catch (NumberFormatException _) {
            // It is not such an id.
        }
        try {
            ids.add(new BsonBinary(UUID.fromString(text)));
        } catch (IllegalArgumentException _) {
            // It is not such an id.
        }
        return ids;
    }

    public static List<BsonValue> candidates(Collection<String> texts) {
        return texts.stream().flatMap(text -> candidates(text).stream()).toList();
    }

    public static BsonValue of(BsonDocument document) {
        return Objects.requireNonNull(document.get(OutboxFields.ID));
    }

    private static int rank(BsonValue id) {
        return switch (id.getBsonType()) {
            case INT32, INT64, DOUBLE, DECIMAL128 -> 0;
            case STRING -> 1;
            case OBJECT_ID -> 3;
            default -> 2;
        };
    }

    private static int compareAlike(BsonValue one, BsonValue other) {
        return switch (rank(one)) {
            case 0 ->
                Double.compare(one.asNumber().doubleValue(), other.asNumber().doubleValue());
            case 3 -> one.asObjectId().compareTo(other.asObjectId());
            default -> Arrays.compareUnsigned(bytes(one), bytes(other));
        };
    }

    private static byte[] bytes(BsonValue id) {
        return text(id).getBytes(StandardCharsets.UTF_8);
    }
}

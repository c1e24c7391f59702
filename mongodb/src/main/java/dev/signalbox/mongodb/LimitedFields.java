package dev.signalbox.mongodb;

import com.mongodb.client.model.Filters;
import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.core.message.OversizedColumn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Text fields of a document that the server returns only up to a size: null stands for a longer text, and its size stands
 * beside it. A hostile document has up to 16 MB, and a scan reads thousands of them.
 */
final class LimitedFields {
    private static final String SIZES = "signalboxSizes";

    /** For fields that Signalbox writes, or only compares. */
    private static final int SHORT = 8_192;

    private final Map<String, Integer> limits = new LinkedHashMap<>();

    LimitedFields(ColumnLimits columns) {
        limits.put(OutboxFields.ID, columns.id());
        limits.put(OutboxFields.GROUP, columns.group());
        limits.put(OutboxFields.CREATED_AT, columns.id());
        limits.put(OutboxFields.TYPE, columns.type());
        limits.put(OutboxFields.STATUS, SHORT);
        limits.put(OutboxFields.ERROR_MESSAGE, SHORT);
        limits.put(OutboxFields.CLAIM, SHORT);
    }

    /** The projection of an aggregation that returns the fields of a find's projection. */
    Bson project(Bson included) {
        BsonDocument fields = new BsonDocument(OutboxFields.ID, new BsonInt32(1));
        fields.putAll(included.toBsonDocument());
        BsonDocument sizes = new BsonDocument();
        BsonDocument projected = new BsonDocument();
        fields.forEach((name, one) -> {
            Integer limit = limits.get(name);
            if (limit != null) {
                projected.append(name, limited(name, limit));
                // The id has no name that a nested field may have
                sizes.append(sizeOf(name), size(name));
            } else {
                projected.append(name, one);
            }
        });
        return projected.append(SIZES, sizes);
    }

    private static String sizeOf(String field) {
        return field.equals(OutboxFields.ID) ? "id" : field;
    }

    /** The first of these fields that is oversized. */
    @Nullable
    OversizedColumn oversized(BsonDocument document, List<String> fields) {
        BsonValue sizes = document.get(SIZES);
        for (String field : fields) {
            Integer limit = limits.get(field);
            if (limit != null && sizes != null && sizes.isDocument()) {
                int size = FieldValues.number(sizes.asDocument(), sizeOf(field));
                if (size > limit) {
                    return new OversizedColumn(field, size, limit);
                }
            }
        }
        return null;
    }

    /** Matches documents whose field is oversized. */
    Bson isOversized(String field) {
        return Filters.expr(call("$gt", size(field), new BsonInt32(limits.getOrDefault(field, SHORT))));
    }

    private static BsonValue limited(String field, int limit) {
        BsonValue path = new BsonString("$" + field);
        return when(call("$gt", size(field), new BsonInt32(limit)), BsonNull.VALUE, path);
    }

    /** The length is taken of the empty text if the field is gone: not every server reads a document at one moment. */
    private static BsonValue size(String field) {
        BsonValue path = new BsonString("$" + field);
        BsonValue text = call("$ifNull", path, new BsonString(""));
        return when(isText(path), new BsonDocument("$strLenBytes", text), new BsonInt32(0));
    }

    /** In the order of all values, the texts are between the numbers and the documents. */
    private static BsonValue isText(BsonValue path) {
        return call("$and", call("$gte", path, new BsonString("")), call("$lt", path, new BsonDocument()));
    }

    private static BsonValue when(BsonValue condition, BsonValue then, BsonValue otherwise) {
        return call("$cond", condition, then, otherwise);
    }

    private static BsonValue call(String operator, BsonValue... arguments) {
        return new BsonDocument(operator, new BsonArray(List.of(arguments)));
    }
}

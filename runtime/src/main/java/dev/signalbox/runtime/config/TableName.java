package dev.signalbox.runtime.config;

import java.util.Locale;
import java.util.Optional;

/** A table, in a schema or wherever the database's search path finds it; on MongoDB a collection, as one text. */
public record TableName(Optional<String> schema, String name) {
    /** As PostgreSQL reads a name that is not quoted. */
    TableName folded() {
        return new TableName(schema.map(s -> s.toLowerCase(Locale.ROOT)), name.toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return schema.map(s -> s + ".").orElse("") + name;
    }
}

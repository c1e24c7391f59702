package dev.signalbox.demo;

import dev.signalbox.demo.database.DatabaseKind;
import picocli.CommandLine;

/** Reads the name of a database. */
final class Databases implements CommandLine.ITypeConverter<DatabaseKind> {
    @Override
    public DatabaseKind convert(String name) {
        return DatabaseKind.named(name)
                .orElseThrow(() -> new CommandLine.TypeConversionException(
                        "'" + name + "' is none of " + String.join(", ", DatabaseKind.names())));
    }
}

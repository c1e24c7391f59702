package dev.signalbox.embedded.mysql;

import java.nio.file.Path;

/**
 * The programs of one installation.
 *
 * @param initializer makes the files of an empty server
 */
public record MySqlPrograms(MySqlBrand brand, Path server, Path initializer) {}

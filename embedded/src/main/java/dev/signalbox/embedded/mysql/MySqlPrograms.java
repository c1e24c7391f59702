package dev.signalbox.embedded.mysql;

import java.nio.file.Path;

/** The programs of one installation; the initializer prepares an empty data folder. */
public record MySqlPrograms(MySqlBrand brand, Path server, Path initializer) {}

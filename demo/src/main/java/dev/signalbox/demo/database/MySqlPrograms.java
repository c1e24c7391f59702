package dev.signalbox.demo.database;

import java.nio.file.Path;

/**
 * The programs of one installation.
 *
 * @param maker makes the files of an empty server
 */
record MySqlPrograms(MySqlBrand brand, Path server, Path maker) {}

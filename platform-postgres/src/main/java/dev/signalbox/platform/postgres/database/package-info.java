/** Statements on the platform's database. */
@NullMarked
package dev.signalbox.platform.postgres.database;

import org.jspecify.annotations.NullMarked;

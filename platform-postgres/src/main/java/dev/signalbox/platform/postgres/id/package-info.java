/** The numbers of nodes in PostgreSQL. */
@NullMarked
package dev.signalbox.platform.postgres.id;

import org.jspecify.annotations.NullMarked;

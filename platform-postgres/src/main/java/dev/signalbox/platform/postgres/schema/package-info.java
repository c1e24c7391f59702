/** The platform's tables, and their versions. */
@NullMarked
package dev.signalbox.platform.postgres.schema;

import org.jspecify.annotations.NullMarked;

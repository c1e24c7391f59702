/** Inspects and installs the schema that a relay needs on MySQL and MariaDB. */
@NullMarked
package dev.signalbox.mysql.schema;

import org.jspecify.annotations.NullMarked;

/** What a relay's table and its database lack on MySQL and MariaDB, and how to add it. */
@NullMarked
package dev.signalbox.mysql.schema;

import org.jspecify.annotations.NullMarked;

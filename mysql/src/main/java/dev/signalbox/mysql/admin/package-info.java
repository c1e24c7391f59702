/** Administration on MySQL and MariaDB. */
@NullMarked
package dev.signalbox.mysql.admin;

import org.jspecify.annotations.NullMarked;

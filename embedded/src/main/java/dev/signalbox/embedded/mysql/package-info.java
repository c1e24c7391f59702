/** MariaDB and MySQL, by the programs that are installed on this machine. */
@NullMarked
package dev.signalbox.embedded.mysql;

import org.jspecify.annotations.NullMarked;

/** Who may work on MySQL and MariaDB: tables of our own, node leases, named locks, and the fences that follow from them. */
@NullMarked
package dev.signalbox.mysql.lease;

import org.jspecify.annotations.NullMarked;

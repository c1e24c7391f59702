/** The contracts of the admins, against real databases. */
@NullMarked
package dev.signalbox.testkit.admin;

import org.jspecify.annotations.NullMarked;

/** What every desk of operators has to pass, on a real database. */
@NullMarked
package dev.signalbox.testkit.admin;

import org.jspecify.annotations.NullMarked;

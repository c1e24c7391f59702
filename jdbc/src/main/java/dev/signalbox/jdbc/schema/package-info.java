/** What a relay's table and its database lack, and the steps to it: what is the same whichever database it is. */
@NullMarked
package dev.signalbox.jdbc.schema;

import org.jspecify.annotations.NullMarked;

/** Inspects and installs the schema that a relay needs: the part that all databases share. */
@NullMarked
package dev.signalbox.jdbc.schema;

import org.jspecify.annotations.NullMarked;

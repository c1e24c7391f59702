/** What the {@code .sql} resources of every module keep to. */
@NullMarked
package dev.signalbox.testkit.sql;

import org.jspecify.annotations.NullMarked;

/** Entities of a test. */
@NullMarked
package dev.signalbox.spring.customers;

import org.jspecify.annotations.NullMarked;

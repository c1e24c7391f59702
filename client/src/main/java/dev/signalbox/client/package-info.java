/** What an application calls: to record a message, and to consume one only once. */
@NullMarked
package dev.signalbox.client;

import org.jspecify.annotations.NullMarked;

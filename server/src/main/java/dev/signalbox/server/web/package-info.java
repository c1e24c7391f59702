/** Health, metrics and the administration API over HTTP. */
@NullMarked
package dev.signalbox.server.web;

import org.jspecify.annotations.NullMarked;

/** What operators can do with relays and logs, and the views that the API shows. */
@NullMarked
package dev.signalbox.runtime.admin;

import org.jspecify.annotations.NullMarked;

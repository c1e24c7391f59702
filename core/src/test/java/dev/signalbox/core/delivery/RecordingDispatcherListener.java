package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Records the dispatcher's events. */
final class RecordingDispatcherListener implements DispatcherListener {
    final List<String> lines = new ArrayList<>();

    @Override
    public void count(RelayCounter counter, int messages) {
        lines.add(counter.name().toLowerCase(Locale.ROOT) + " " + messages);
    }

    @Override
    public void completed(Message message) {
        lines.add("completed " + message.id());
    }

    @Override
    public void retried(Message message, String reason) {
        lines.add("retried " + message.id() + ": " + reason);
    }

    @Override
    public void parked(Message message, String reason) {
        lines.add("parked " + message.id() + ": " + reason);
    }

    @Override
    public void released(Message message) {
        lines.add("released " + message.id());
    }

    @Override
    public void circuitOpened(long outlet, String reason) {
        lines.add("opened" + name(outlet) + ": " + reason);
    }

    @Override
    public void circuitClosed(long outlet) {
        lines.add("closed" + name(outlet));
    }

    private static String name(long outlet) {
        return outlet == 0 ? "" : " " + outlet;
    }

    @Override
    public void claimsLost(int messages) {
        lines.add("lost " + messages);
    }
}

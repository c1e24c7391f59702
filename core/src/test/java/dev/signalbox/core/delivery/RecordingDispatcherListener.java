package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import java.util.ArrayList;
import java.util.List;

/** Records the dispatcher's events. */
final class RecordingDispatcherListener implements DispatcherListener {
    final List<String> lines = new ArrayList<>();

    @Override
    public void claimed(int messages) {
        lines.add("claimed " + messages);
    }

    @Override
    public void sent(int messages) {
        lines.add("sent " + messages);
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
    public void narrowed(int messages) {
        lines.add("narrowed " + messages);
    }

    @Override
    public void circuitOpened(String reason) {
        lines.add("opened: " + reason);
    }

    @Override
    public void circuitClosed() {
        lines.add("closed");
    }

    @Override
    public void claimsLost(int messages) {
        lines.add("lost " + messages);
    }
}

package dev.signalbox.sink.http;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.PercentEncoding;
import java.net.http.HttpRequest;

/** The headers that say which message a request carries, if it carries exactly one. */
final class MessageHeaders {
    static final String ID = "webhook-id";
    static final String TYPE = "X-Signalbox-Type";
    static final String GROUP = "X-Signalbox-Group";
    static final String TIME = "X-Signalbox-Time";

    /** Servers refuse requests whose headers are longer than about 8 KB together, which would stop the destination. */
    static final int LONGEST_VALUE = 1_024;

    private MessageHeaders() {}

    static void addTo(HttpRequest.Builder request, Message message) {
        add(request, ID, message.id());
        add(request, TYPE, message.type());
        if (message.group() != null) {
            add(request, GROUP, message.group());
        }
        add(request, TIME, message.createdAt().toString());
    }

    /** A header that is empty or too long is left out: part of an id would be another id. */
    private static void add(HttpRequest.Builder request, String name, String text) {
        if (text.isEmpty() || text.length() > LONGEST_VALUE) {
            return;
        }
        String value = PercentEncoding.encode(text);
        if (value.length() <= LONGEST_VALUE) {
            request.header(name, value);
        }
    }
}

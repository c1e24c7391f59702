package dev.signalbox.client;

import dev.signalbox.client.Layout.Column.Content;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds ids and common headers to messages, and rejects messages that the layout cannot store completely. */
record MessageCompletion(Layout layout, Ids ids, HeaderSource defaults, Limits limits) {
    private static final String AGGREGATE_TYPE = "aggregateType";

    /**
     * A message with its id and all its headers.
     *
     * @param id null if the table assigns it
     * @param headers the message's own and the common ones of the application
     */
    record CompletedMessage(@Nullable String id, Message message, Map<String, String> headers) {}

    /** Completes the messages in order; if one is rejected, all are. */
    List<CompletedMessage> complete(List<Message> messages) {
        Map<String, String> common = common();
        List<CompletedMessage> all = new ArrayList<>(messages.size());
        for (Message message : messages) {
            limits.check(message);
            CompletedMessage completed = new CompletedMessage(id(message), message, headers(message, common));
            limits.checkExtras(completed);
            refuseLosses(completed);
            all.add(completed);
        }
        return all;
    }

    /** Rejects ids that do not ascend within a group, if only the ids give the order of the rows. */
    static void refuseDisorder(List<CompletedMessage> all) {
        Map<String, String> last = new HashMap<>();
        for (CompletedMessage completed : all) {
            String group = completed.message().group();
            String id = completed.id();
            String before = group == null || id == null ? null : last.put(group, id);
            if (before != null && id != null && before.compareTo(id) >= 0) {
                throw new MessageRefusedException("the ids '" + before + "' and '" + id + "' of the group '" + group
                        + "' are not in ascending order, and this table has nothing else to tell which comes first."
                        + " Leave the ids out, or give ids that ascend, such as those of Ids.tsid()");
            }
        }
    }

    private Map<String, String> common() {
        Map<String, String> common = defaults.headers();
        common.forEach((name, value) -> TextRules.headerValue(TextRules.headerName(name), value));
        return common;
    }

    private @Nullable String id(Message message) {
        if (layout.has(Content.ID)) {
            return message.id() == null ? ids.next() : message.id();
        }
        if (message.id() != null) {
            throw new MessageRefusedException("the message has the id '" + message.id() + "', but the layout " + layout
                    + " lets the table assign ids. Leave it out, or use a layout with ids of your own");
        }
        return null;
    }

    private Map<String, String> headers(Message message, Map<String, String> common) {
        String aggregateType = message.aggregateType();
        boolean asHeader = aggregateType != null && layout.has(Content.HEADERS) && !layout.has(Content.AGGREGATE_TYPE);
        if (common.isEmpty() && !asHeader) {
            return message.headers();
        }
        Map<String, String> all = new LinkedHashMap<>(common);
        all.putAll(message.headers());
        if (asHeader && aggregateType != null) {
            all.putIfAbsent(AGGREGATE_TYPE, aggregateType);
        }
        return all;
    }

    private void refuseLosses(CompletedMessage completed) {
        Message message = completed.message();
        if (!layout.has(Content.TYPE) && !message.type().equals(layout.onlyType())) {
            throw new MessageRefusedException("the type '" + message.type() + "' would be lost: the layout " + layout
                    + " has no column for it, and its only type is '" + layout.onlyType()
                    + "'. Name a column with column(\"type\", …), or say its type with type(…)");
        }
        if (!layout.has(Content.HEADERS)) {
            refuseHeaders(completed.headers());
        }
        if (!message.tags().isEmpty() && !layout.has(Content.TAGS)) {
            throw lost("the tags " + message.tags().keySet());
        }
        if (layout.has(Content.AGGREGATE_TYPE)) {
            require(message.aggregateType(), "an aggregate type");
            require(message.group(), "a group, which is the aggregate's id");
        } else if (message.aggregateType() != null && !layout.has(Content.HEADERS)) {
            throw lost("the aggregate type '" + message.aggregateType() + "'");
        }
    }

    private void refuseHeaders(Map<String, String> headers) {
        List<String> withoutColumn = headers.keySet().stream()
                .filter(name -> !(name.equals(Message.CORRELATION_ID) && layout.has(Content.CORRELATION_ID)))
                .toList();
        if (!withoutColumn.isEmpty()) {
            throw lost("the headers " + withoutColumn);
        }
    }

    private MessageRefusedException lost(String what) {
        return new MessageRefusedException(what + " would be lost: the layout " + layout
                + " has no column for that. Put it into the payload, or use Layout.signalbox()");
    }

    private void require(@Nullable String value, String what) {
        if (value == null) {
            throw new MessageRefusedException(
                    "the message must have " + what + ": the layout " + layout + " requires it");
        }
    }
}

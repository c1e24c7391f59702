package dev.signalbox.client;

import dev.signalbox.client.MessageCompletion.CompletedMessage;

/**
 * The size limits of a message: {@code Limits.DEFAULTS.withPayloadBytes(1 << 20)}.
 *
 * @param payloadBytes of the payload as UTF-8
 * @param id characters of the id
 * @param type characters of the type, and of the aggregate type
 * @param group characters of the group
 * @param headers headers and tags, together
 * @param headerLength characters of a header's or tag's name, and of its value
 */
public record Limits(int payloadBytes, int id, int type, int group, int headers, int headerLength) {
    /** 10 MB of payload, 255 characters for id, type and group, 64 headers of 4,096 characters. */
    public static final Limits DEFAULTS = new Limits(10_000_000, 255, 255, 255, 64, 4_096);

    public Limits {
        if (Math.min(Math.min(payloadBytes, id), Math.min(type, group)) < 1 || Math.min(headers, headerLength) < 0) {
            throw new IllegalArgumentException("limits have to be positive");
        }
    }

    public Limits withPayloadBytes(int most) {
        return new Limits(most, id, type, group, headers, headerLength);
    }

    /** Other lengths of id, type and group, to match the columns of the table. */
    public Limits withLengths(int mostOfId, int mostOfType, int mostOfGroup) {
        return new Limits(payloadBytes, mostOfId, mostOfType, mostOfGroup, headers, headerLength);
    }

    public Limits withHeaders(int most, int mostOfLength) {
        return new Limits(payloadBytes, id, type, group, most, mostOfLength);
    }

    void check(Message message) {
        if (message.payloadBytes() > payloadBytes) {
            throw new MessageRefusedException("the payload of '" + message.type() + "' has " + message.payloadBytes()
                    + " bytes; at most " + payloadBytes + " are allowed (Limits.payloadBytes)."
                    + " Keep large content elsewhere and send where it is");
        }
        TextRules.atMost(type, "the type", message.type());
        if (message.group() != null) {
            TextRules.atMost(group, "the group", message.group());
        }
        if (message.aggregateType() != null) {
            TextRules.atMost(type, "the aggregate type", message.aggregateType());
        }
    }

    void checkExtras(CompletedMessage completed) {
        if (completed.id() != null) {
            TextRules.atMost(id, "the id", completed.id());
        }
        int count = completed.headers().size() + completed.message().tags().size();
        if (count > headers) {
            throw new MessageRefusedException(
                    "the message '" + completed.message().type() + "' has " + count + " headers and tags; at most "
                            + headers + " are allowed (Limits.headers)");
        }
        completed.headers().forEach((name, value) -> checkLengths("header", name, value));
        completed.message().tags().forEach((name, value) -> checkLengths("tag", name, value));
    }

    private void checkLengths(String kind, String name, String value) {
        TextRules.atMost(headerLength, "a " + kind + "'s name", name);
        TextRules.atMost(headerLength, "the " + kind + " " + name, value);
    }
}

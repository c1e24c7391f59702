package dev.signalbox.jdbc.discovery;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What a column of an outbox holds, and the names that such columns usually have, the likeliest first. */
public enum ColumnRole {
    ID("id", "id eventid messageid eventuuid messageuuid uuid guid outboxid msgid eventguid"),
    PAYLOAD(
            "payload",
            "payload body data content eventdata eventpayload eventbody messagebody messagedata messagepayload message event json document"),
    CREATED_AT(
            "created-at",
            "createdat created createdon creationtime creationdate createddate createtime createdtime insertedat occurredat occurredon recordedat eventtime timestamp"),
    FLAG("status", "sent processed published delivered dispatched done completed handled relayed forwarded"),
    STATUS("status", "status state eventstatus messagestatus outboxstatus processingstatus"),
    PROCESSED_AT(
            "processed-at",
            "processedat sentat publishedat deliveredat dispatchedat completedat processedon senton publishedon deliveredon dispatchedon completedon sent processed published delivered processedtime senttime publishtime"),
    RETRY_COUNT("retry-count", "retrycount attempts attemptcount retries trycount tries deliveryattempts"),
    ERROR_MESSAGE("error-message", "errormessage lasterror error errortext errorreason failurereason errordetails"),
    TYPE("type", "type eventtype messagetype eventname topic destination channel subject messagename"),
    GROUP(
            "message-group",
            "messagegroup groupid groupkey groupname aggregateid messagekey partitionkey orderingkey key eventkey entityid streamid routingkey");

    private static final Pattern QUESTION = Pattern.compile("^(is|was|has)(?=[a-z]{4})");

    private final String key;
    private final String names;

    /** @param names in lower case, without anything but letters and digits */
    ColumnRole(String key, String names) {
        this.key = key;
        this.names = names;
    }

    /** The key below {@code columns} in a configuration. */
    public String key() {
        return key;
    }

    /** The column whose name and type fit best; if none has a usual name, one that fits only by its type. */
    Optional<DiscoveredColumn> find(Collection<DiscoveredColumn> columns) {
        List<DiscoveredColumn> ofKind = columns.stream().filter(this::fits).toList();
        List<String> usual = List.of(names.split(" "));
        return ofKind.stream()
                .filter(column -> usual.contains(plain(column)))
                .min(Comparator.comparingInt(column -> usual.indexOf(plain(column))))
                .or(() -> byType(ofKind));
    }

    /** A time that every row has says nothing about whether it was sent. */
    private boolean fits(DiscoveredColumn column) {
        return kinds().contains(column.kind()) && (this != PROCESSED_AT || column.mayBeNull());
    }

    private Set<ColumnKind> kinds() {
        return switch (this) {
            case ID, GROUP -> Set.of(ColumnKind.TEXT, ColumnKind.NUMBER, ColumnKind.UUID);
            case PAYLOAD -> Set.of(ColumnKind.TEXT, ColumnKind.JSON, ColumnKind.BYTES);
            case CREATED_AT, PROCESSED_AT -> Set.of(ColumnKind.TIME);
            case FLAG -> Set.of(ColumnKind.BOOLEAN);
            // On MySQL the smallest number is what a boolean is
            case RETRY_COUNT -> Set.of(ColumnKind.NUMBER, ColumnKind.BOOLEAN);
            case STATUS, ERROR_MESSAGE, TYPE -> Set.of(ColumnKind.TEXT);
        };
    }

    private Optional<DiscoveredColumn> byType(List<DiscoveredColumn> ofKind) {
        List<DiscoveredColumn> fitting = ofKind.stream()
                .filter(column -> switch (this) {
                    case ID -> column.unique() && !column.mayBeNull();
                    case PAYLOAD -> column.kind() == ColumnKind.JSON;
                    case CREATED_AT -> !column.mayBeNull();
                    case FLAG, STATUS, PROCESSED_AT, RETRY_COUNT, ERROR_MESSAGE, TYPE, GROUP -> false;
                })
                .toList();
        return fitting.size() == 1 ? Optional.of(fitting.getFirst()) : Optional.empty();
    }

    private String plain(DiscoveredColumn column) {
        String plain = column.name().replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
        return this == FLAG ? QUESTION.matcher(plain).replaceFirst("") : plain;
    }
}

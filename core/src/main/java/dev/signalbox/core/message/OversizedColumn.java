package dev.signalbox.core.message;

/** A column of a row whose value is larger than its limit, and was therefore not read. */
public record OversizedColumn(String column, long size, long limit) {
    /** Why a message with this column is not sent. */
    public String reason() {
        return "the column " + column + " has " + size + " bytes; allowed are " + limit;
    }
}

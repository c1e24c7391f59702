package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.schema.IndexName;
import java.util.ArrayList;
import java.util.List;

/**
 * An index that claims or sweeps on a layout need.
 *
 * @param kind which rows it finds
 * @param columns its columns and condition, as shown in messages
 * @param price what is slow without it
 */
public record ClaimIndex(IndexName kind, String columns, String price) {

    /** The indexes that the layout needs. */
    public static List<ClaimIndex> of(OutboxLayout layout, Retention retention) {
        List<ClaimIndex> indexes = new ArrayList<>(ofClaims(layout));
        if (layout.isSweptByTime() && retention.stay().isPresent()) {
            indexes.add(ofDone(layout));
        }
        return indexes;
    }

    private static List<ClaimIndex> ofClaims(OutboxLayout layout) {
        OutboxLayout.Columns names = layout.columns();
        String claims = "every claim reads the whole table";
        return switch (layout.stateEncoding()) {
            case OutboxLayout.StatusWords _ ->
                List.of(new ClaimIndex(
                        IndexName.CLAIM,
                        "(%s, %s, %s)".formatted(names.status(), names.group(), names.createdAt()),
                        claims));
            case OutboxLayout.SentOnly _ ->
                List.of(new ClaimIndex(
                        IndexName.CLAIM,
                        "(%s, %s) WHERE %s %s"
                                .formatted(
                                        names.group(),
                                        names.createdAt(),
                                        names.status() == null ? names.processedAt() : names.status(),
                                        names.status() == null ? "IS NULL" : "= FALSE"),
                        claims));
            case OutboxLayout.StateTimestamps() -> byTimestamps(names, claims);
        };
    }

    private static List<ClaimIndex> byTimestamps(OutboxLayout.Columns names, String claims) {
        return List.of(
                new ClaimIndex(
                        IndexName.CLAIM,
                        "(%s, %s) WHERE %s IS NULL AND %s IS NULL"
                                .formatted(names.group(), names.createdAt(), names.processedAt(), names.heldUntil()),
                        claims),
                new ClaimIndex(
                        IndexName.HOLD,
                        "(%s, %s) WHERE %s IS NULL AND %s IS NOT NULL"
                                .formatted(names.group(), names.heldUntil(), names.processedAt(), names.heldUntil()),
                        "every claim and every recovery reads all rows that are not done"));
    }

    private static ClaimIndex ofDone(OutboxLayout layout) {
        String done = String.valueOf(layout.columns().processedAt());
        return new ClaimIndex(
                IndexName.DONE,
                "(%s) WHERE %s IS NOT NULL".formatted(done, done),
                "every step that deletes or archives old rows reads the whole table");
    }

    public boolean isIn(PostgresOutboxTable.Indexes indexes) {
        return switch (kind) {
            case CLAIM -> indexes.claim();
            case HOLD -> indexes.hold();
            case DONE -> indexes.done();
            case ID -> throw new IllegalStateException("claims need no index of their own on the id");
        };
    }
}

package dev.signalbox.postgres.operation;

import dev.signalbox.core.operation.MessagePage;
import dev.signalbox.core.operation.MessageQuery;
import dev.signalbox.core.operation.MessageState;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.operation.DeskAccess;
import dev.signalbox.jdbc.operation.PageFiller;
import dev.signalbox.jdbc.operation.PageReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what waits or has failed page by page, along the primary key: shard by shard, each in the order of its positions. */
final class OwnTablePages {
    private static final MessagePage NONE = new MessagePage(List.of(), null);

    private final DeskAccess access;

    OwnTablePages(DeskAccess access) {
        this.access = access;
    }

    MessagePage read(MessageQuery query) throws SourceException {
        PlaceMark after = mark(query.after());
        return switch (query.state()) {
            case PENDING, FAILED -> read(query, after);
            // No row is marked while it is delivered, and none is kept afterwards
            case PROCESSING, COMPLETED -> NONE;
        };
    }

    private MessagePage read(MessageQuery query, @Nullable PlaceMark after) throws SourceException {
        boolean ofGroup = query.filter().group() != null;
        var page = new PageFiller(query, ofGroup || query.filter().needsLooking(), OwnTablePages::markOf);
        Set<String> flags = new HashSet<>();
        Map<String, @Nullable Object> place = new HashMap<>();
        if (query.state() == MessageState.FAILED) {
            flags.add("failed");
        }
        if (ofGroup) {
            flags.add("group");
        }
        if (after != null) {
            flags.add("after");
            place.put("after_shard", after.shard());
            place.put("after_position", after.position());
        }
        try {
            page.read(access, "own-page", Map.of(), flags, place);
            return page.page();
        } catch (SourceException e) {
            if (access.isNoSuchValue(e)) {
                return NONE;
            }
            throw e;
        }
    }

    private static @Nullable PlaceMark mark(@Nullable String text) {
        try {
            return text == null ? null : PlaceMark.parse(text);
        } catch (IllegalArgumentException e) {
            throw PageReader.badMark(e);
        }
    }

    private static String markOf(ResultSet row) throws SQLException {
        return new PlaceMark(row.getInt("shard"), row.getLong("position")).text();
    }
}

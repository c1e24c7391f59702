package dev.signalbox.platform.postgres.database;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one page of a short list, newest first, and counts the rest. */
public final class PageQuery {
    private PageQuery() {}

    /**
     * @param list has the parameters below, size and offset, besides those of {@code values}
     * @param count has the parameters below and most
     */
    public static <T> ResultPage<T> read(
            Connection connection,
            Sql list,
            Sql count,
            Map<String, ? extends @Nullable Object> values,
            PageRequest<Tsid> page,
            Sql.RowReader<T> reader)
            throws SQLException {
        Map<String, @Nullable Object> all = new HashMap<>(values);
        Tsid beyond = page.beyond();
        all.put("below", beyond == null ? Long.MAX_VALUE : beyond.toLong());
        all.put("size", page.size());
        all.put("offset", page.offset());
        all.put("most", ResultPage.EXACT_TOTAL + 1);
        List<T> items = list.list(connection, all, reader);
        all.put("below", Long.MAX_VALUE);
        long total = count.one(connection, all, row -> row.getLong("total"));
        return new ResultPage<>(items, page.page(), page.size(), total, total > ResultPage.EXACT_TOTAL);
    }
}

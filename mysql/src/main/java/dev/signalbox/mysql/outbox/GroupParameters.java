package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.JsonTexts;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * How statements bind groups: as text, where the column's collation may treat different groups as equal, or as whole
 * numbers, so that nothing depends on the server's conversion of text.
 */
record GroupParameters(MySqlColumn column) {
    private boolean numbers() {
        return column.isWholeNumber();
    }

    Object bound(String group) {
        if (!numbers()) {
            return group;
        }
        // Large unsigned numbers do not fit into a long
        return column.isUnsigned() ? new BigDecimal(group) : Long.valueOf(group);
    }

    List<Object> bound(Collection<String> groups) {
        return groups.stream().map(this::bound).toList();
    }

    String json(Collection<String> groups) {
        return numbers() ? "[" + String.join(",", groups) + "]" : JsonTexts.of(groups);
    }

    /** SQL that converts a text to a group; a text that is no number yields a group whose text differs. */
    String read(String text) {
        return numbers() ? "CAST(" + text + " AS " + (column.isUnsigned() ? "unsigned" : "signed") + ")" : text;
    }

    void addTo(Map<String, String> names) {
        String name = names.get("group");
        names.put("exact_t", exact("t." + name));
        names.put("exact_b", exact("b." + name));
        names.put("exact_x", exact("x.grp"));
        names.put("exact_previous", exact("x.previous"));
        if (numbers()) {
            names.put("json_group", column.isUnsigned() ? "bigint unsigned" : "bigint");
            names.put("is_v_group", "b." + name + " = v.grp");
        } else {
            names.put("json_group", "varchar(" + column.characters() + ") CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
            names.put(
                    "is_v_group",
                    "b.%s = CONVERT(v.grp USING %s) COLLATE %s AND %s = CAST(v.grp AS binary)"
                            .formatted(name, column.charset(), column.collation(), exact("b." + name)));
        }
    }

    private static String exact(String text) {
        return "CAST(CONVERT(" + text + " USING utf8mb4) AS binary)";
    }
}

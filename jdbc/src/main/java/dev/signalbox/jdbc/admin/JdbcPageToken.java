package dev.signalbox.jdbc.admin;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The last row of a page, as an opaque text that requests the next page.
 *
 * @param created exactly as the database writes it
 */
record JdbcPageToken(@Nullable String group, String created, String id) {
    /** Hardly any text contains this character, and in PostgreSQL none does. */
    private static final String SEPARATOR = "\0";

    private static final int PARTS = 4;
    private static final int LONGEST = 8_192;

    String text() {
        String joined = String.join(SEPARATOR, group == null ? "-" : "+", group == null ? "" : group, created, id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(joined.getBytes(StandardCharsets.UTF_8));
    }

    static JdbcPageToken parse(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("too long");
        }
        String joined = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
        String[] parts = joined.split(SEPARATOR, -1);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException("not a mark");
        }
        return new JdbcPageToken(parts[0].equals("+") ? parts[1] : null, parts[2], parts[3]);
    }
}

package dev.signalbox.jdbc.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdOrderTest {
    private static final OutboxLayout LAYOUT = OutboxLayouts.FLOWCATALYST.layout();
    private static final String VERSION_7 = "019a9d6c-0f%02d-7abc-8def-0123456789ab";

    /** Rows with the times and ids in this order; the newest last. */
    private static List<RecentRow> rows(List<String> ids) {
        List<String> sorted = ids.stream().sorted().toList();
        List<RecentRow> rows = new ArrayList<>();
        for (int i = ids.size() - 1; i >= 0; i--) {
            rows.add(new RecentRow(ids.get(i), i + 1, sorted.indexOf(ids.get(i)) + 1));
        }
        return rows;
    }

    private static List<String> ids(int count, String format) {
        return IntStream.range(0, count).mapToObj(format::formatted).toList();
    }

    private static List<String> random(int count) {
        return IntStream.range(0, count)
                .mapToObj(_ -> UUID.randomUUID().toString())
                .toList();
    }

    @Test
    void randomUuidsAreWarnedOfEvenIfThereIsOnlyOne() {
        for (String id : List.of("b8f7c1a2-5d3e-4f60-9a1b-2c3d4e5f6071", "B8F7C1A25D3E4F609A1B2C3D4E5F6071")) {
            assertThat(IdOrder.warning(LAYOUT, rows(List.of(id))))
                    .as(id)
                    .hasValueSatisfying(warning -> assertThat(warning)
                            .contains(
                                    "the same created_at",
                                    "in the order of id, and its values are random",
                                    "UUID version 7",
                                    "identity column"));
        }
    }

    @Test
    void timeOrderedUuidsAreNot() {
        assertThat(IdOrder.warning(LAYOUT, rows(ids(20, VERSION_7)))).isEmpty();
    }

    @Test
    void afterAChangeToTimeOrderedUuidsTheOlderOnesDoNotMatter() {
        List<String> ids = new ArrayList<>(random(17));
        ids.addAll(ids(3, VERSION_7));

        assertThat(IdOrder.warning(LAYOUT, rows(ids))).isEmpty();
    }

    @Test
    void textsThatDoNotRiseWithTimeAreWarnedOf() {
        List<String> ids = new ArrayList<>(ids(20, "row-%04d"));
        assertThat(IdOrder.warning(LAYOUT, rows(ids))).as("rising").isEmpty();

        Collections.shuffle(ids, new Random(4711));

        assertThat(IdOrder.warning(LAYOUT, rows(ids)))
                .hasValueSatisfying(warning -> assertThat(warning).contains("do not rise with created_at"));
    }

    @Test
    void disorderAmongNeighboursIsThatOfClientsThatWriteAtOnce() {
        List<String> ids = new ArrayList<>(ids(20, "row-%04d"));
        for (int i = 0; i < 20; i += 5) {
            Collections.shuffle(ids.subList(i, i + 5), new Random(i));
        }

        assertThat(IdOrder.warning(LAYOUT, rows(ids))).isEmpty();
    }

    @Test
    void fewTextsShowNothing() {
        assertThat(IdOrder.warning(LAYOUT, List.of())).isEmpty();
        assertThat(IdOrder.warning(LAYOUT, rows(List.of("d", "c", "b", "a")))).isEmpty();
    }

    @Test
    void numberedRowsNeedNoIds() {
        assertThat(IdOrder.warning(OutboxLayouts.SIGNALBOX.layout(), rows(random(20))))
                .isEmpty();
    }
}

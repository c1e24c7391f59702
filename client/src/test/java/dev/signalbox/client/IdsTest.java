package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.f4b6a3.tsid.Tsid;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdsTest {
    private static List<String> take(Ids ids, int count) {
        return Stream.generate(ids::next).limit(count).toList();
    }

    @Test
    void tsidsHaveThirteenCharactersAndAscend() {
        assertThat(take(Ids.tsid(), 5_000))
                .allMatch(id -> id.matches("[0-9A-HJKMNP-TV-Z]{13}"))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void uuidsAreOfVersionSevenAndAscend() {
        List<String> ids = take(Ids.uuid(), 5_000);
        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(ids).allSatisfy(id -> {
            assertThat(UUID.fromString(id).version()).isEqualTo(7);
            assertThat(UUID.fromString(id).variant()).isEqualTo(2);
        });
    }

    @Test
    void theTimeIsInThem() {
        long before = System.currentTimeMillis();
        long ofTsid = Tsid.from(Ids.tsid(7).next()).getUnixMilliseconds();
        long ofUuid = UUID.fromString(Ids.uuid().next()).getMostSignificantBits() >>> 16;
        // Earlier tests may have made this series borrow from the next milliseconds.
        assertThat(ofTsid).isBetween(before, before + 60_000);
        assertThat(ofUuid).isBetween(before, before + 60_000);
    }

    @Test
    void processesWithNumbersOfTheirOwnNeverMakeTheSame() {
        List<String> ids = IntStream.range(0, 50)
                .mapToObj(Ids::tsid)
                .flatMap(series -> take(series, 200).stream())
                .toList();
        assertThat(ids).doesNotHaveDuplicates();
        assertThatThrownBy(() -> Ids.tsid(65_536)).hasMessage("node 65536 is not from 0 to 65535");
    }

    @Test
    void threadsShareOneSeries() {
        List<String> ids = IntStream.range(0, 8)
                .parallel()
                .boxed()
                .flatMap(thread -> take(Ids.tsid(), 1_000).stream())
                .toList();
        assertThat(ids).doesNotHaveDuplicates();
    }
}

package dev.signalbox.platform.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TsidIdsTest {
    private static final long VALID = 10_000;
    private final AtomicLong nanos = new AtomicLong();
    private final List<@Nullable NodeNumber> asked = new ArrayList<>();
    private long databaseMillis = 1_800_000_000_000L;
    private boolean down;

    private NodeNumber hold(@Nullable NodeNumber held) throws StoreException {
        asked.add(held);
        if (down) {
            throw new StoreException("down");
        }
        return new NodeNumber(3, "me", databaseMillis, VALID);
    }

    private final TsidIds ids = new TsidIds(this::hold, nanos::get);

    @Test
    void idsBeginWithTheDatabasesTimeAndAreUnique() throws StoreException {
        List<Tsid> made = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            made.add(ids.next());
        }

        assertThat(made.getFirst().getUnixMilliseconds()).isEqualTo(databaseMillis);
        assertThat(made.getFirst().toString()).hasSize(13);
        assertThat(new HashSet<>(made)).hasSize(20_000);
        assertThat(made).isSorted();
        assertThat(asked).hasSize(1);
    }

    @Test
    void aNumberIsRenewedInTimeAndNeverUsedBeyondItsValidity() throws StoreException {
        Tsid before = ids.next();
        nanos.set(TimeUnit.MILLISECONDS.toNanos(VALID / 2 + 1));
        databaseMillis -= 60_000; // the database's clock is set back
        Tsid after = ids.next();
        assertThat(asked).hasSize(2);
        assertThat(asked.getLast()).isNotNull();
        assertThat(after).isGreaterThan(before);

        down = true;
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(VALID / 2 + 1));
        assertThat(ids.next()).as("still valid").isNotNull();
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(VALID / 2 + 1));
        assertThatThrownBy(ids::next).isInstanceOf(StoreException.class);
    }
}

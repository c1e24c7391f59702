package dev.signalbox.core.admin;

import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Retries or discards many failed messages in small batches. Each batch is a write of its own, so a failure does not
 * undo the batches before it.
 */
public final class BulkAction {
    /** The most messages that one call changes. */
    public static final int MOST = 10_000;

    private static final int BATCH = 200;
    private static final int SAMPLE = 10;
    /** Bounds the rows that one call reads, because a filter may match few of them. */
    private static final int MOST_PAGES = 500;

    private final OutboxAdmin admin;

    public BulkAction(OutboxAdmin admin) {
        this.admin = admin;
    }

    /** What to do with failed messages. */
    public enum Kind {
        RETRY,
        DISCARD
    }

    /**
     * The result of a bulk action.
     *
     * @param messages how many messages it changed, or would change
     * @param more whether more messages may match the filter
     * @param sample the first of them
     */
    public record Result(int messages, boolean more, List<MessageSummary> sample) {
        public Result {
            sample = List.copyOf(sample);
        }
    }

    /** Counts what the action would change, without changing it. */
    public Result dryRun(MessageFilter filter, int limit) throws SourceException {
        var bulkProgress = new BulkProgress(limit);
        for (int pages = 0; pages < MOST_PAGES && bulkProgress.goesOn(); pages++) {
            List<MessageSummary> found = bulkProgress.next(filter);
            bulkProgress.add(found.size(), found);
        }
        return bulkProgress.result();
    }

    public Result run(Kind kind, MessageFilter filter, int limit) throws SourceException, RefusedException {
        var bulkProgress = new BulkProgress(limit);
        for (int pages = 0; pages < MOST_PAGES && bulkProgress.goesOn(); pages++) {
            List<MessageSummary> found = bulkProgress.next(filter);
            List<String> ids = found.stream().map(MessageSummary::id).toList();
            List<String> done = ids.isEmpty() ? ids : kind == Kind.RETRY ? admin.retry(ids) : admin.discard(ids);
            bulkProgress.add(
                    done.size(),
                    found.stream().filter(it -> done.contains(it.id())).toList());
        }
        return bulkProgress.result();
    }

    /** The progress of one call. */
    private final class BulkProgress {
        private final int limit;
        private final List<MessageSummary> sample = new ArrayList<>();
        private int messages;
        private @Nullable String after;
        private boolean ended;

        BulkProgress(int limit) {
            if (limit < 1 || limit > MOST) {
                throw new IllegalArgumentException("limit: '" + limit + "'; allowed are 1 to " + MOST);
            }
            this.limit = limit;
        }

        boolean goesOn() {
            return !ended && messages < limit;
        }

        List<MessageSummary> next(MessageFilter filter) throws SourceException {
            int wanted = Math.min(BATCH, limit - messages);
            MessagePage page = admin.page(new MessageQuery(MessageState.FAILED, filter, wanted, after));
            after = page.next();
            ended = after == null;
            return page.messages();
        }

        void add(int count, List<MessageSummary> some) {
            messages += count;
            some.stream().limit(Math.max(0, SAMPLE - sample.size())).forEach(sample::add);
        }

        Result result() {
            return new Result(messages, !ended, sample);
        }
    }
}

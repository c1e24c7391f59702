package dev.signalbox.core.admin;

import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.List;

/** Retries or discards failed messages in small batches; a failure does not undo the batches before it. */
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

    /** How many messages an action changed or would change, whether more may match, and the first of them. */
    public record Result(int messages, boolean more, List<MessageSummary> sample) {
        public Result {
            sample = List.copyOf(sample);
        }
    }

    /** Counts what the action would change, without changing it. */
    public Result dryRun(MessageFilter filter, int limit) throws SourceException {
        return forEachBatch(filter, limit, found -> found);
    }

    public Result run(Kind kind, MessageFilter filter, int limit) throws SourceException, RefusedException {
        return this.<RefusedException>forEachBatch(filter, limit, found -> {
            List<String> ids = found.stream().map(MessageSummary::id).toList();
            List<String> done = ids.isEmpty() ? ids : kind == Kind.RETRY ? admin.retry(ids) : admin.discard(ids);
            return found.stream().filter(it -> done.contains(it.id())).toList();
        });
    }

    private interface Action<E extends Exception> {
        /** Returns those that it changed. */
        List<MessageSummary> on(List<MessageSummary> found) throws SourceException, E;
    }

    private <E extends Exception> Result forEachBatch(MessageFilter filter, int limit, Action<E> action)
            throws SourceException, E {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("limit: '" + limit + "'; allowed are 1 to " + MOST);
        }
        List<MessageSummary> sample = new ArrayList<>();
        int messages = 0;
        String after = null;
        boolean ended = false;
        for (int pages = 0; pages < MOST_PAGES && !ended && messages < limit; pages++) {
            int wanted = Math.min(BATCH, limit - messages);
            MessagePage page = admin.page(new MessageQuery(MessageState.FAILED, filter, wanted, after));
            List<MessageSummary> changed = action.on(page.messages());
            messages += changed.size();
            changed.stream().limit(SAMPLE - sample.size()).forEach(sample::add);
            after = page.next();
            ended = after == null;
        }
        return new Result(messages, !ended, sample);
    }
}

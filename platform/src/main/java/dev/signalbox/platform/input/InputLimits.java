package dev.signalbox.platform.input;

/** The limits of everything that a client sends. Lengths are counted in code points. */
public final class InputLimits {
    public static final int EVENT_BYTES = 1_048_576;
    public static final int JOB_BYTES = 1_048_576;
    public static final int BATCH_BYTES = 10_485_760;
    public static final int BATCH_ITEMS = 100;
    /** The jobs that one statement stores for the events of a request. */
    public static final int JOBS_PER_REQUEST = 50_000;
    /** The body of a subscription, pool, account or event type. */
    public static final int REGISTRY_BYTES = 262_144;
    /** The deepest nesting of an event or job, its own object included. */
    public static final int DEPTH = 64;

    public static final int TYPE = 255;
    public static final int SOURCE = 500;
    public static final int SUBJECT = 500;
    /** Ids of clients' own: correlation, causation, deduplication, external ids. */
    public static final int REFERENCE = 255;

    public static final int GROUP = 255;
    public static final int CLIENT = 100;
    public static final int CONTEXT_ENTRIES = 50;
    public static final int CONTEXT_KEY = 100;
    public static final int CONTEXT_VALUE = 500;

    public static final int CODE = 100;
    public static final int NAME = 255;
    public static final int DESCRIPTION = 2_000;
    public static final int URL = 2_048;
    public static final int BINDINGS = 100;
    public static final int CONFIG_ENTRIES = 50;
    public static final int CONFIG_VALUE = 2_000;
    public static final int METADATA_BYTES = 65_536;
    public static final int HEADERS = 50;
    public static final int SECRET = 256;
    public static final int SHORTEST_SECRET = 16;
    public static final int TOKEN = 4_096;

    public static final int LONGEST_TIMEOUT_SECONDS = 300;
    public static final int LONGEST_AGE_SECONDS = 31_536_000;
    public static final int LONGEST_DELAY_SECONDS = 2_592_000;
    /** The day of a scheduled job is kept until it is due. */
    public static final int MOST_DAYS_AHEAD = 366;

    public static final int LARGEST_SEQUENCE = 1_000_000;
    public static final int MOST_RETRIES = 100;
    public static final int LARGEST_RATE = 1_000_000;
    public static final int LARGEST_CONCURRENCY = 1_000;

    public static final int PAGE_SIZE = 20;
    public static final int LARGEST_PAGE = 200;
    /** The first item of the last page that can be asked for by its number; {@code after} goes on from there. */
    public static final int DEEPEST_OFFSET = 10_000;

    /** The most bytes of data of one item in an answer with several: pages have up to 200 of them. */
    public static final int LISTED_DATA_BYTES = 16_384;

    private InputLimits() {}
}

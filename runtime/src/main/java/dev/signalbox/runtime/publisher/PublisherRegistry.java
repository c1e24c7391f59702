package dev.signalbox.runtime.publisher;

import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.core.publisher.EventPublisher;
import dev.signalbox.core.time.Clock;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The publishers of a process by name: the built-in ones, and users' own that a {@link ServiceLoader} finds.
 *
 * <p>All topics share one instance of a user's publisher. Each topic gets its own instance of a built-in one, except
 * the one that counts over all topics. The registry closes all of them at the end.
 */
public final class PublisherRegistry implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PublisherRegistry.class.getName());
    /** Names appear in comma-separated lists and in addresses. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    private final Map<String, Function<String, EventPublisher>> builtIn;
    private final Map<String, EventPublisher> own = new TreeMap<>();
    private final Set<EventPublisher> made =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    /**
     * Finds and creates users' own publishers.
     *
     * @param loader where to look for them
     * @throws PublisherLookupException if one cannot be created, or two have the same name
     */
    public PublisherRegistry(ClassLoader loader, Clock clock) {
        EventPublisher global = new StatisticsPublisher(StatisticsPublisher.GLOBAL_NAME, "all topics", clock);
        this.builtIn = Map.of(
                LogPublisher.NAME, LogPublisher::new,
                StatisticsPublisher.NAME, topic -> new StatisticsPublisher(StatisticsPublisher.NAME, topic, clock),
                StatisticsPublisher.GLOBAL_NAME, _ -> global);
        try {
            ServiceLoader.load(EventPublisher.class, loader).forEach(this::add);
        } catch (PublisherLookupException e) {
            close();
            throw e;
        } catch (ServiceConfigurationError | RuntimeException e) {
            close();
            throw new PublisherLookupException("a publisher could not be loaded: " + e, e);
        }
    }

    private void add(EventPublisher publisher) {
        made.add(publisher);
        String type = publisher.getClass().getName();
        String name = nameOf(publisher);
        if (builtIn.containsKey(name)) {
            throw twice(name, getClass().getPackageName() + "." + name + " (built in)", type);
        }
        EventPublisher other = own.putIfAbsent(name, publisher);
        if (other != null) {
            throw twice(name, other.getClass().getName(), type);
        }
    }

    private static PublisherLookupException twice(String name, String one, String other) {
        return new PublisherLookupException("two publishers have the name " + name + ": " + one + " and " + other
                + "; rename one of them, or take it off the class path");
    }

    private static String nameOf(EventPublisher publisher) {
        // Users' code may not be null-marked.
        String name = Objects.requireNonNullElse(publisher.name(), "");
        if (!NAME.matcher(name).matches()) {
            throw new PublisherLookupException(
                    "the publisher " + publisher.getClass().getName() + " has the name \""
                            + LogLineText.beginning(name, 100)
                            + "\"; a name is up to 100 letters, digits, dots, hyphens and underscores");
        }
        return name;
    }

    /** The names of all publishers. */
    public SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>(builtIn.keySet());
        names.addAll(own.keySet());
        return names;
    }

    /**
     * The publisher of that name, for one topic.
     *
     * @throws PublisherLookupException if there is none
     */
    public EventPublisher publisher(String name, String topic) {
        Function<String, EventPublisher> maker = builtIn.get(name);
        EventPublisher publisher = maker == null ? own.get(name) : maker.apply(topic);
        if (publisher == null) {
            throw new PublisherLookupException("there is no publisher " + LogLineText.beginning(name, 100)
                    + "; there are " + String.join(", ", names()));
        }
        made.add(publisher);
        return publisher;
    }

    /** Closes all created publishers; one that fails does not keep the others from being closed. */
    @Override
    public void close() {
        made.forEach(publisher -> {
            try {
                publisher.close();
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "publisher " + publisher.getClass().getName() + " could not be closed", e);
            }
        });
    }
}

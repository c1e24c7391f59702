package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModuleRulesTest {
    /** Dependencies point up this list only; modules of one line do not depend on each other. */
    private static final List<Set<String>> LAYERS = List.of(
            Set.of("core", "eventstore", "client", "web"),
            Set.of("embedded", "wallet", "spring-boot-starter"),
            Set.of("testkit"),
            Set.of("jdbc", "orders", "notifications"),
            Set.of("postgres", "mysql", "mongodb"),
            Set.of("sink-http", "sink-kafka", "sink-rabbitmq", "sink-webhook"),
            Set.of("platform"),
            Set.of("platform-postgres"),
            Set.of("runtime"),
            Set.of("server", "spring-boot-relay"),
            Set.of("demo"));

    /** A module is identified by its build folder or, once packaged, by its jar. */
    private static final Pattern MODULE =
            Pattern.compile("/([a-z-]+)/target/classes/|/signalbox-(?:example-)?([a-z-]+)-\\d[^/]*\\.jar");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.signalbox");

    @Test
    void allModulesAreLookedAt() {
        Set<String> found = CLASSES.stream()
                .map(ModuleRulesTest::module)
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> known = LAYERS.stream().flatMap(Set::stream).collect(Collectors.toSet());
        assertThat(known).containsAll(found);
        assertThat(found)
                .contains(
                        "core",
                        "testkit",
                        "jdbc",
                        "postgres",
                        "mysql",
                        "mongodb",
                        "sink-http",
                        "sink-kafka",
                        "runtime",
                        "server");
    }

    @Test
    void aPackageIsInOneModule() {
        Map<String, Set<String>> modules = CLASSES.stream()
                .filter(type -> module(type).isPresent())
                .collect(Collectors.groupingBy(
                        JavaClass::getPackageName,
                        Collectors.mapping(type -> module(type).orElseThrow(), Collectors.toSet())));
        assertThat(modules).allSatisfy((name, in) -> assertThat(in).as(name).hasSize(1));
    }

    @Test
    void packagesHaveNoCycles() {
        SlicesRuleDefinition.slices()
                .assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return module(type).isPresent()
                                ? SliceIdentifier.of(type.getPackageName())
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages";
                    }
                })
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    void theRuntimeFitsIntoAnyApplication() {
        List<String> wrong = in("runtime")
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> Stream.of("org.springframework.", "org.slf4j.", "ch.qos.logback.", "picocli.")
                        .anyMatch(dependency
                                .getTargetClass()
                                .getBaseComponentType()
                                .getName()::startsWith))
                .map(Dependency::getDescription)
                .toList();
        assertThat(wrong).isEmpty();
    }

    @Test
    void dependenciesPointUpTheListOnly() {
        List<String> wrong = CLASSES.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(ModuleRulesTest::pointsDown)
                .map(Dependency::getDescription)
                .toList();
        assertThat(wrong).isEmpty();
    }

    @Test
    void theCoreNeedsNothingButTheJdk() {
        List<String> wrong = in("core")
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency ->
                        dependency.getTargetClass().getBaseComponentType().getPackageName())
                .filter(name -> !name.isEmpty()
                        && !name.startsWith("java.")
                        && !name.startsWith("dev.signalbox.core")
                        && !name.equals("org.jspecify.annotations"))
                .distinct()
                .toList();
        assertThat(wrong).isEmpty();
    }

    @Test
    void onlyTestsAndTheDemoUseTheTestkitAndStartServers() {
        Set<String> forTests = Set.of("testkit", "embedded");
        List<String> wrong = CLASSES.stream()
                .filter(type -> module(type).filter(forTests::contains).isEmpty()
                        && !module(type).equals(Optional.of("demo")))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> module(dependency.getTargetClass())
                        .filter(forTests::contains)
                        .isPresent())
                .map(Dependency::getDescription)
                .toList();
        assertThat(wrong).isEmpty();
    }

    @Test
    void timeAndChanceComeInAsArguments() {
        List<String> wrong = List.of(
                        "core",
                        "jdbc",
                        "postgres",
                        "mysql",
                        "mongodb",
                        "sink-http",
                        "sink-kafka",
                        "sink-rabbitmq",
                        "sink-webhook",
                        "runtime",
                        "server")
                .stream()
                .flatMap(ModuleRulesTest::in)
                .flatMap(type -> type.getAccessesFromSelf().stream())
                .filter(ModuleRulesTest::readsTimeOrChance)
                .filter(access -> !access.getOriginOwner().getFullName().startsWith("dev.signalbox.core.time."))
                .map(JavaAccess::getDescription)
                .toList();
        assertThat(wrong).isEmpty();
    }

    private static boolean readsTimeOrChance(JavaAccess<?> access) {
        return Set.of(
                        "java.time.Instant.now",
                        "java.lang.System.nanoTime",
                        "java.lang.System.currentTimeMillis",
                        "java.lang.Thread.sleep",
                        "java.lang.Math.random")
                .contains(access.getTargetOwner().getFullName() + "."
                        + access.getTarget().getName());
    }

    private static Stream<JavaClass> in(String module) {
        return CLASSES.stream().filter(type -> module(type).equals(Optional.of(module)));
    }

    private static boolean pointsDown(Dependency dependency) {
        Optional<String> from = module(dependency.getOriginClass());
        Optional<String> to = module(dependency.getTargetClass());
        return from.isPresent() && to.isPresent() && !from.equals(to) && layer(to.get()) >= layer(from.get());
    }

    private static int layer(String module) {
        for (int i = 0; i < LAYERS.size(); i++) {
            if (LAYERS.get(i).contains(module)) {
                return i;
            }
        }
        throw new IllegalArgumentException("a module that is not in the list: " + module);
    }

    private static Optional<String> module(JavaClass type) {
        return type.getBaseComponentType()
                .getSource()
                .map(source -> {
                    Matcher matcher = MODULE.matcher(source.getUri().toString());
                    return matcher.find() ? (matcher.group(1) == null ? matcher.group(2) : matcher.group(1)) : "";
                })
                .filter(name -> !name.isEmpty());
    }
}

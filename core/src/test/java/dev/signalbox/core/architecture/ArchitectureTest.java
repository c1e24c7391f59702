package dev.signalbox.core.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The rules about which packages and libraries the core may use. */
class ArchitectureTest {
    private static final String CORE = "dev.signalbox.core";
    private static final String[] PURE = {
        CORE + ".message..",
        CORE + ".outcome..",
        CORE + ".delivery..",
        CORE + ".coordination..",
        CORE + ".source..",
        CORE + ".outbox..",
        CORE + ".log",
        CORE + ".routing",
        CORE + ".sink.."
    };
    private static final Set<String> CLOCKS_AND_DICE = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.Thread.sleep",
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.util.Random.<init>",
            "java.util.SplittableRandom.<init>",
            "java.util.concurrent.ThreadLocalRandom.current");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(CORE);

    private static final ArchRule NO_CLOCKS = noClasses()
            .that()
            .resideOutsideOfPackage(CORE + ".time..")
            .should()
            .callCodeUnitWhere(describe("reads a clock or throws dice", ArchitectureTest::readsAClockOrThrowsDice));

    private static boolean readsAClockOrThrowsDice(JavaCall<?> call) {
        CodeUnitCallTarget target = call.getTarget();
        String owner = target.getOwner().getName();
        boolean now = owner.startsWith("java.time.") && target.getName().equals("now");
        return now || CLOCKS_AND_DICE.contains(owner + "." + target.getName());
    }

    @Test
    void coreNeedsTheJdkAndNothingElse() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify.annotations..", CORE + "..")
                        .as("are of the JDK, of the core or annotations"))
                .check(CLASSES);
    }

    @Test
    void decisionsDoNoInputOrOutputAndHaveNoThreads() {
        DescribedPredicate<JavaClass> machinery = resideInAnyPackage(
                        "java.io..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.net..",
                        "java.sql..",
                        "java.util.concurrent..",
                        "java.util.logging..")
                .or(describe("threads, loggers and processes", ArchitectureTest::isMachinery));
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .dependOnClassesThat(machinery)
                .check(CLASSES);
    }

    private static boolean isMachinery(JavaClass type) {
        return type.isAssignableTo(Thread.class)
                || type.isAssignableTo(System.Logger.class)
                || type.isAssignableTo(Process.class)
                || type.isAssignableTo(ProcessBuilder.class);
    }

    @Test
    void onlyTheClockReadsTheTimeAndNothingUsesRandomness() {
        NO_CLOCKS.check(CLASSES);
    }

    @Test
    void aClockInTheWrongPlaceWouldBeNoticed() {
        JavaClasses wrong = new ClassFileImporter().importClasses(Culprit.class);

        assertThatThrownBy(() -> NO_CLOCKS.check(wrong)).isInstanceOf(AssertionError.class);
    }

    /** Breaks the rules of the core. */
    private static final class Culprit implements LongSupplier {
        @Override
        public long getAsLong() {
            return System.nanoTime();
        }
    }

    @Test
    void messagesDependOnNothing() {
        onlyUses(CORE + ".message..", CORE + ".message..");
    }

    @Test
    void outcomesDependOnMessagesOnly() {
        onlyUses(CORE + ".outcome..", CORE + ".outcome..", CORE + ".message..");
    }

    @Test
    void leasesKnowNothingOfMessages() {
        onlyUses(CORE + ".coordination..", CORE + ".coordination..");
    }

    @Test
    void sinksKnowNothingOfSourcesOrLeases() {
        onlyUses(CORE + ".sink..", CORE + ".sink..", CORE + ".message..", CORE + ".outcome..");
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(CORE + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    private static void onlyUses(String from, String... to) {
        noClasses()
                .that()
                .resideInAPackage(from)
                .should()
                .dependOnClassesThat(resideInAPackage(CORE + "..").and(DescribedPredicate.not(resideInAnyPackage(to))))
                .check(CLASSES);
    }

    @Test
    void onlyTheRuntimeUsesTheRuntime() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CORE + ".relay..")
                .should()
                .dependOnClassesThat(resideInAPackage(CORE + ".relay.."))
                .check(CLASSES);
    }
}

package dev.signalbox.deploy;

import java.util.List;

/** The instructions of the image's build file, of which one may go over several lines. */
record Dockerfile(List<Instruction> instructions) {
    record Instruction(String name, String rest) {}

    static Dockerfile read() {
        String joined = RepositoryFiles.text("deploy/Dockerfile")
                .replaceAll("(?m)^#.*\\R", "")
                .replaceAll("\\\\\\R\\s*", "");
        return new Dockerfile(joined.lines()
                .filter(line -> !line.isBlank())
                .map(line -> line.split(" ", 2))
                .map(parts -> new Instruction(parts[0], parts[1].strip()))
                .toList());
    }

    List<String> all(String name) {
        return instructions.stream()
                .filter(instruction -> instruction.name().equals(name))
                .map(Instruction::rest)
                .toList();
    }

    String only(String name) {
        List<String> found = all(name);
        if (found.size() != 1) {
            throw new AssertionError(name + " stands there " + found.size() + " times");
        }
        return found.getFirst();
    }
}

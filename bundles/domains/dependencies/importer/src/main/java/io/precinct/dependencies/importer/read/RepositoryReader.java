package io.precinct.dependencies.importer.read;

import org.jspecify.annotations.Nullable;

/** Reads the files of a repository in path order, and combines their findings. For a single use; not thread-safe. */
public final class RepositoryReader {
    /** Most characters of a file; while it is read, each value may take some hundred bytes of memory. */
    private static final int LARGEST = 1 << 20;

    private final Findings findings;
    private final MavenProjects maven;
    private final NpmPackages npm;
    private final GoModules go;
    private final HelmCharts helm;
    private final ComposeFiles compose;
    private final KubernetesManifests kubernetes;

    /** Creates a reader for the repository with this name. */
    public RepositoryReader(String repository) {
        this.findings = new Findings(repository);
        this.maven = new MavenProjects(findings);
        this.npm = new NpmPackages(repository, findings);
        this.go = new GoModules(findings);
        this.helm = new HelmCharts(findings);
        this.compose = new ComposeFiles(repository, findings);
        this.kubernetes = new KubernetesManifests(repository, findings);
    }

    /** Reads a file. */
    public void add(String path, FileKind kind, String text) {
        if (!kind.accepts(text)) {
            return;
        }
        if (text.length() > LARGEST) {
            unreadable(path, kind, "it is not read: it has more than " + LARGEST + " characters");
            return;
        }
        findings.read(kind);
        switch (kind) {
            case MAVEN -> maven.add(path, text);
            case NPM -> npm.add(path, text);
            case GO -> go.add(path, text);
            case HELM -> helm.add(path, text);
            case COMPOSE -> compose.add(path, text);
            case KUBERNETES -> kubernetes.add(path, text);
        }
    }

    /** Records a file whose text is not available. */
    public void unreadable(String path, FileKind kind, String why) {
        if (kind == FileKind.MAVEN) {
            maven.broken(path);
        }
        findings.unreadable(path, 0, why);
    }

    /** Returns the findings after all files have been read. */
    public Findings find() {
        maven.find();
        npm.find();
        go.find();
        helm.find();
        compose.find(this::moduleIn);
        kubernetes.find();
        return findings;
    }

    private @Nullable Module moduleIn(String folder) {
        String name = maven.moduleIn(folder);
        if (name != null) {
            return new Module(name, Paths.in(folder, "pom.xml"));
        }
        name = npm.moduleIn(folder);
        if (name != null) {
            return new Module(name, Paths.in(folder, "package.json"));
        }
        name = go.moduleIn(folder);
        return name == null ? null : new Module(name, Paths.in(folder, "go.mod"));
    }
}

import javax.lang.model.SourceVersion

// Everything was generated for every kind; the folder of the chosen one becomes the project, the others go.
def project = new File(request.outputDirectory, request.artifactId)
def kinds = ['boundary', 'formatter', 'resolver', 'grammar']
def kind = request.properties['kind']

// In batch mode nobody else looks at it. What was generated goes again, and nothing else that may be there.
if (!kinds.contains(kind)) {
    kinds.each { new File(project, it).deleteDir() }
    ['pom.xml', 'bnd.bnd'].each { new File(project, it).delete() }
    project.delete()
    throw new IllegalArgumentException("kind is ${kinds.join(', ')}; there is no '$kind': nothing was generated")
}

// A group may have hyphens, begin with digits or be a keyword; a package may not (JLS 6.1).
def written = request.properties['package']
def legal = written.split('[.]').collect { part ->
    def name = part.replaceAll('[^A-Za-z0-9_]', '_')
    Character.isDigit(name.charAt(0)) ? '_' + name : SourceVersion.isKeyword(name) ? name + '_' : name
}.join('.')
if (legal != written) {
    ['src/main/java', 'src/main/resources', 'src/test/java'].each {
        def from = new File(project, "$kind/$it/${written.replace('.', '/')}")
        if (from.isDirectory()) {
            def to = new File(project, "$kind/$it/${legal.replace('.', '/')}")
            to.mkdirs()
            from.listFiles().each { file -> assert file.renameTo(new File(to, file.name)): "cannot move $file" }
            def root = new File(project, "$kind/$it")
            for (def empty = from; empty != root && empty.list().length == 0; empty = empty.parentFile) {
                empty.delete()
            }
            to.eachFileMatch(~/.*[.]java/) { file -> file.text = file.text.replace(written, legal) }
        }
    }
}

assert new File(project, "$kind/src").renameTo(new File(project, 'src')): "cannot move $project/$kind/src"
kinds.each { new File(project, it).deleteDir() }

// Not a template: build tools leave files of this name out of jars.
new File(project, '.gitignore').text = 'target/\n'

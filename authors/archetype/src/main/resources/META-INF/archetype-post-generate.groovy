// Everything was generated for every kind; the folder of the chosen one becomes the project, the others go.
def project = new File(request.outputDirectory, request.artifactId)
def kind = request.properties['kind']

assert new File(project, "$kind/src").renameTo(new File(project, 'src')): "cannot move $project/$kind/src"
['boundary', 'formatter', 'resolver', 'grammar'].each { new File(project, it).deleteDir() }

// Not a template: build tools leave files of this name out of jars.
new File(project, '.gitignore').text = 'target/\n'

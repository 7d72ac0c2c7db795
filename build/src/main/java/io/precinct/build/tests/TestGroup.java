package io.precinct.build.tests;

import io.precinct.build.SourceModule;

/**
 * Test classes that may share a JVM.
 *
 * @param module their module
 * @param asShipped whether the products that they start run with the options of the distribution alone
 */
record TestGroup(SourceModule module, boolean asShipped) {
    static TestGroup of(TestClass test) {
        return new TestGroup(test.module(), test.asShipped());
    }

    /** Whether its tests start the packaged distribution. */
    boolean startsProducts() {
        return module.dependencies().contains("precinct-distribution");
    }
}

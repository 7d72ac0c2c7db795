/** Parameter stores in AWS Systems Manager. */
@NullMarked
package io.precinct.configuration.store.ssm;

import org.jspecify.annotations.NullMarked;

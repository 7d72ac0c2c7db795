/** Parameter stores in Vault. */
@NullMarked
package io.precinct.configuration.store.vault;

import org.jspecify.annotations.NullMarked;

/** A step of a chain, as `/inspect/routes` has it. */
export interface Step {
  slot: 'first' | 'user' | 'gate' | 'tail';
  boundary: string;
  kind: string | null;
  bundle: string | null;
  version: string | null;
}

export interface Route {
  name: string;
  method: string;
  path: string;
  source: string;
  chain: Step[];
  missing: string[];
  access: string;
}

/** A bundle, as `/inspect/bundles` has it. */
export interface Bundle {
  id: number;
  bundle: string;
  version: string;
  state: string;
  source: string;
  plugins: string[];
  generations: Outcome[];
  disabled: boolean;
}

/** How a deployment ended. */
export interface Outcome {
  at: string;
  result: string;
  bundle: string | null;
  version: string | null;
  file: string;
  reasons: string[];
  notes: string[];
  millis: number;
  by: string | null;
}

export interface Bundles {
  bundles: Bundle[];
  outcomes: Outcome[];
  troubles: string[];
}

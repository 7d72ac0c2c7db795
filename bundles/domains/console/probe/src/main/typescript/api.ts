export interface Route {
  name: string;
  method: string;
  path: string;
  scenarios: string[];
  access: string;
}

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: Schema;
  $ref?: string;
}

export interface Operation {
  operationId: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> };
}

export interface Result {
  name: string;
  description?: string;
  passed: boolean;
  failures: string[];
}

export interface Crossing {
  seq: number;
  boundary: string;
  slot: string;
  status: string;
  start_us: number;
  duration_us: number;
  reads: string[];
  writes: string[];
  reason?: string;
}

export interface Trace {
  traceparent: string;
  total_us: number;
  crossings: Crossing[];
}

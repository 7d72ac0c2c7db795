/** An answer of the service. */
export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, else its text. */
  body: unknown;
}

/** What the console hands to a view. */
export interface Console {
  /** The rest of the address behind that of the view, without a slash at its beginning. */
  readonly path: string;
  /** The body of `GET address`; rejects with the service's own words if the status is not one of success. */
  get<T>(address: string, signal?: AbortSignal): Promise<T>;
  /** Any request; resolves whatever the status is. */
  call(method: string, address: string, options?: CallOptions): Promise<Reply>;
  /** Leads to another address of the console. */
  navigate(path: string): void;
  /** Whether requests carry the token of an administrator. */
  readonly administers: boolean;
  /** Asks for the token of an administrator, unless there is one; false if none is given. */
  administer(): Promise<boolean>;
}

export interface CallOptions {
  /** Sent as JSON, or as it is if it is a blob. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether the token is sent to an address outside of `/admin` as well. */
  asAdministrator?: boolean;
  signal?: AbortSignal;
}

/** The text of a refusal: the member `error`, or the status. */
export function refusal(reply: Reply): string {
  const body = reply.body as { error?: unknown; reasons?: unknown[] } | null;
  if (body && typeof body === 'object' && typeof body.error === 'string') {
    return body.error;
  }
  return `the service answered ${reply.status}`;
}

/** One request to an address that a user chose, signed by the Standard Webhooks convention. */
export interface HookPost {
  readonly url: string;
  readonly secret: string;
  /** The same in each attempt, so that a receiver can ignore repeats. */
  readonly id: string;
  readonly atMs: number;
  readonly type: 'application/json' | 'application/x-www-form-urlencoded';
  readonly body: string;
  /** Characters of the answer that are read. */
  readonly readMax: number;
  /** Ends the request in any phase. */
  readonly signal: AbortSignal;
}

/** The answer, or why none came. */
export type HookReply =
  | { readonly status: number; readonly text: string }
  | { readonly status: 0; readonly fault: 'refused address' | 'no answer' };

/** Requests to outgoing hooks and bots; never to private networks unless the operator allows it (HOOK-12). */
export interface HookPosts {
  /** Whether the address may be used, as far as that is visible without resolving its name. */
  isAllowed(url: string): boolean;
  /** Never rejects, and follows no redirect. */
  post(request: HookPost): Promise<HookReply>;
}

/** Kind and limits of one request to the open web. */
export interface PageQuery {
  /** `page`: the page's description, or a picture if the address is one; `picture`: only a picture. */
  readonly kind: 'page' | 'picture';
  /** Ends the request in any phase. */
  readonly signal: AbortSignal;
}

/** A page's description of itself, as plain text; '' and null if it has none (PREVIEW-5). */
export interface PageWords {
  readonly title: string;
  readonly text: string;
  readonly site: string;
  /** The whole address of its picture. */
  readonly picture: string | null;
}

export type FoundPage =
  | { readonly kind: 'words'; readonly words: PageWords }
  /** The received bytes, not examined yet. */
  | { readonly kind: 'picture'; readonly bytes: Uint8Array };

/** Fetches pages of the open web without revealing a user (PREVIEW-3). */
export interface Pages {
  /** Never rejects; null for pages that are missing, forbidden, too large or of another kind. */
  find(url: string, query: PageQuery): Promise<FoundPage | null>;
}

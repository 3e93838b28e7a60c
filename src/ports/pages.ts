/** What is asked of an address of the open web. */
export interface PageWish {
  /** `page`: what it says of itself, or a picture where the address leads to one; `picture`: nothing else. */
  readonly kind: 'page' | 'picture';
  /** Ends the request, whatever it waits for. */
  readonly signal: AbortSignal;
}

/** What a page says of itself, as plain words; '' and null where it says nothing (PREVIEW-5). */
export interface PageWords {
  readonly title: string;
  readonly text: string;
  readonly site: string;
  /** The whole address of its picture. */
  readonly picture: string | null;
}

export type FoundPage =
  | { readonly kind: 'words'; readonly words: PageWords }
  /** As it came: nobody has looked at it yet. */
  | { readonly kind: 'picture'; readonly bytes: Uint8Array };

/** Pages of the open web, asked for by nobody in particular (PREVIEW-3). */
export interface Pages {
  /** Never rejects; null for whatever is not there, not allowed, too large or of another kind. */
  find(url: string, wish: PageWish): Promise<FoundPage | null>;
}

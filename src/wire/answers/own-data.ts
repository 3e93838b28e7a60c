import * as v from 'valibot';
import { onField } from '../down/fields.ts';
import { readBy } from './read-by-schema.ts';

const ownData = v.object({ words: v.picklist(['stay', 'go']), erasable: onField });

/** An address on this server only. */
const archive = v.pipe(
  v.object({ download: v.pipe(v.string(), v.regex(/^(?:https?:\/\/[^/]+)?\/files\/own\/[\w-]+$/)) }),
  v.transform(({ download }) => ({ address: download })),
);

/** Facts that a user sees before erasing their account (DATA-5). */
export interface OwnDataFacts {
  /** The fate of the user's messages to others. */
  readonly words: 'stay' | 'go';
  readonly erasable: boolean;
}

/** Decodes the answer of getOwnData; null: malformed. */
export const decodeOwnData: (data: unknown) => OwnDataFacts | null = readBy(ownData);

/** Decodes the answer of exportData; null: malformed. */
export const decodeArchive: (data: unknown) => { readonly address: string } | null = readBy(archive);

import * as v from 'valibot';
import { onField } from '../down/fields.ts';
import { readBy } from './read-by-schema.ts';

const ownData = v.object({ words: v.picklist(['stay', 'go']), erasable: onField });

/** Of this server alone. */
const archive = v.pipe(
  v.object({ download: v.pipe(v.string(), v.regex(/^(?:https?:\/\/[^/]+)?\/files\/own\/[\w-]+$/)) }),
  v.transform(({ download }) => ({ address: download })),
);

/** What somebody must know before they erase their account (DATA-5). */
export interface OwnDataFacts {
  /** What becomes of what they said to others. */
  readonly words: 'stay' | 'go';
  readonly erasable: boolean;
}

/** Answer of getOwnData; null: it is no such answer. */
export const decodeOwnData: (data: unknown) => OwnDataFacts | null = readBy(ownData);

/** Answer of exportData; null: it is no such answer. */
export const decodeArchive: (data: unknown) => { readonly address: string } | null = readBy(archive);

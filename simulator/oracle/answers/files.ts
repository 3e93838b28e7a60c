import type { Oracle } from '../oracle.ts';
import { oracleContactOf } from '../state.ts';
import type { OracleLine } from '../state.ts';
import { readableIn } from './pages.ts';
import { partOf } from './people.ts';
import type { AskedPart } from './people.ts';
import type { Recorded } from './recorded.ts';

/** Files in everything a user may read, or those that match a search. */
export interface AskedFiles extends AskedPart {
  readonly me: number;
  readonly role: 'any' | 'sent' | 'received';
  /** 0: of every kind. */
  readonly cate: number;
  readonly words: string;
}

/** Voice messages do not count as files. */
const KINDS: ReadonlySet<string> = new Set(['image', 'video', 'file']);
const CATES: Readonly<Record<string, number>> = { pdf: 1, png: 2, webp: 2, ogg: 3, mp4: 4 };
const OTHER = 9;

const isFile = ({ kind }: OracleLine): boolean => KINDS.has(kind);

/** The newest first; null where it is not known of one whether it is sought. */
export function expectedFiles(oracle: Oracle, recorded: Recorded, request: AskedFiles) {
  const { me, role, cate } = request;
  const words = request.words.toLowerCase();
  const files = [...oracle.chats.keys()]
    .flatMap((chat) => readableIn(oracle, me, chat))
    .filter((line) => isFile(line) && !line.recalled)
    .filter(({ by }) => role === 'any' || (by === me) === (role === 'sent'))
    .map((line) => ({ line, file: recorded.fileOf(line.row) }));
  if ((cate !== 0 || words !== '') && files.some(({ file }) => file === undefined)) return null;
  const matches = files
    .filter(({ file }) => cate === 0 || cateOf(file?.name ?? '') === cate)
    .filter(({ file }) => file === undefined || file.name.toLowerCase().includes(words))
    .toSorted((a, b) => b.line.row - a.line.row);
  return {
    rows: partOf(matches, request).map(({ line: { row, n, by, kind, chat }, file }) => ({
      row,
      n,
      by,
      kind,
      contact: oracleContactOf(me, chat),
      name: file && stemOf(file.name),
      end: file && endOf(file.name),
      cate: file && cateOf(file.name),
      sizeBytes: file?.sizeBytes,
    })),
    count: matches.length,
  };
}

const endOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1] ?? '';
/** A name without its ending. */
export const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '');
const cateOf = (name: string): number => CATES[endOf(name)] ?? OTHER;

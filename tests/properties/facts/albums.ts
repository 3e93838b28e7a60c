import { albumOf, mayFollow } from '../../../src/domain/album.ts';
import { MESSAGE_TYPES, captionOf } from '../../../src/domain/message.ts';
import { albumAt, mayLead, type AlbumLine } from './expected/albums.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

type Row = Parameters<typeof mayFollow>[0];

/** Extra data beside a picture, and the caption it gives. */
const BESIDE: readonly (readonly [extra: Row['extra'], words: string])[] = [
  [null, ''],
  [{}, ''],
  [{ caption: '' }, ''],
  [{ caption: 1 }, ''],
  [{ caption: null }, ''],
];
const WITH_WORDS: readonly (readonly [extra: Row['extra'], words: string])[] = [
  [{ caption: 'a' }, 'a'],
  [{ caption: '**a**' }, '**a**'],
  [{ caption: '**a** ||b||', format: 'md' }, 'a ▒▒▒'],
];

function drawRow(chance: Chance, atMs: number, from: number): readonly [Row, AlbumLine] {
  const type = chance.happens(0.96) ? 'image' : chance.pick(MESSAGE_TYPES);
  const recalled = chance.happens(0.02);
  const quotes = chance.happens(0.04);
  const [extra, words] = chance.pick(chance.happens(0.1) ? WITH_WORDS : BESIDE);
  const isPicture = type === 'image' && !recalled;
  return [
    { type, recalled, from, sentAtMs: atMs, extra: quotes ? { ...extra, msg_id: 1 } : extra },
    { isPicture, quotes, from, atMs, words },
  ];
}

/** Albums, as the list shows them (LIST-6). */
export const albumsRule: FactRule = {
  name: 'albums',
  faults: (chance) => {
    let [atMs, from] = [0, 1];
    const length = chance.pick([1, 2, 3, 5, 30, 31, 32, 40]);
    const quiet = length < 30 || chance.happens(0.2);
    const rows = Array.from({ length }, () => {
      atMs += chance.pick(quiet ? [0, 1, 59_999, 59_999, 60_000] : [0, 59_999]);
      if (quiet && chance.happens(0.05)) from = 3 - from;
      return quiet ? drawRow(chance, atMs, from) : plainRow(atMs);
    });
    const [stored, lines] = [rows.map(([row]) => row), rows.map(([, line]) => line)];
    const [row, ...before] = stored.toReversed();
    const last = lines.at(-1);
    if (!row || !last) return [];
    const captions = stored.map(({ extra }) => captionOf(extra));
    const sentMessages = stored.map(({ extra }) => extra?.['caption']);
    return [
      ...differs(lines, albumOf(row, before), albumAt(lines)),
      ...differs(lines, mayFollow(row), mayLead(last)),
      ...differs(
        sentMessages,
        captions,
        sentMessages.map((one) => (typeof one === 'string' ? one : '')),
      ),
      ...differs('nothing beside it', [captionOf(null), captionOf(undefined)], ['', '']),
    ];
  },
};

const plainRow = (atMs: number): readonly [Row, AlbumLine] => [
  { type: 'image', recalled: false, from: 1, sentAtMs: atMs, extra: atMs === 0 ? { caption: 'a' } : null },
  { isPicture: true, quotes: false, from: 1, atMs, words: atMs === 0 ? 'a' : '' },
];

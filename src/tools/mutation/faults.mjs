// All faults that can be generated, and the sample of them.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';
import { root } from '../run-command.mjs';
import { equivalents } from './equivalents.mjs';
import { mutantsOf } from './operators.mjs';

/** @typedef {import('./operators.mjs').Mutant & { key: string, folder: string, no: number }} Fault */

export const FOLDERS = [
  'src/domain',
  'src/server/features',
  'src/server/frames',
  'src/server/delivery',
  'src/server/kernel',
  'src/server/storage',
  'src/server/cluster',
  'src/client/state',
  'src/client/connection',
  'src/client/sync',
  'src/client/conversation',
  'src/client/wishes',
  'src/client/outbox',
  'src/client/session',
  'src/client/persistence',
  'src/client/call',
  'src/client/browser',
  'machines',
];
/** Minimum sample of a small folder, if it has as many. */
const FOLDER_MIN = 80;

/** @param {string} folder @returns {readonly string[]} */
function filesIn(folder) {
  return readdirSync(root + folder)
    .toSorted()
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      if (statSync(root + path).isDirectory()) return filesIn(path);
      return path.endsWith('.ts') && !path.endsWith('.d.ts') ? [path] : [];
    });
}

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest('base64url');

/**
 * The text from one place to another without comments and blanks, which no verdict depends on.
 *
 * @param {string} code
 * @param {readonly { start: number, end: number }[]} comments
 * @param {number} from
 * @param {number} to
 */
function bareText(code, comments, from, to) {
  let [text, at] = ['', from];
  for (const { start, end } of comments.filter((one) => one.start >= from && one.end <= to)) {
    text += code.slice(at, start);
    at = end;
  }
  return `${text}${code.slice(at, to)}`.replaceAll(/\s+/g, '');
}

/**
 * Every fault with its key, under which its verdict is stored. The key derives from the surrounding function
 * without its comments, so it and the verdict are valid until that function changes, independent of its place.
 *
 * @returns {readonly Fault[]}
 */
export function allFaults() {
  return FOLDERS.flatMap((folder) => filesIn(folder).flatMap(faultsOf));
}

/** @param {string} file */
export const isJudged = (file) => FOLDERS.some((folder) => file.startsWith(`${folder}/`));

/** @param {string} file @returns {readonly Fault[]} */
export function faultsOf(file) {
  const folder = FOLDERS.find((one) => file.startsWith(`${one}/`)) ?? '';
  const code = readFileSync(root + file, 'utf8');
  const { comments } = parseSync(file, code);
  const used = new Map();
  return mutantsOf(file, code).map((mutant) => {
    const name = `${file}\0${bareText(code, comments, mutant.from, mutant.to)}\0${mutant.operator}`;
    const count = used.get(name) ?? 0;
    used.set(name, count + 1);
    return { ...mutant, folder, key: digest(`${name}\0${count}`).slice(0, 10), no: -1 };
  });
}

/**
 * Alike at every run: those whose keys come first, of each folder as many as its size deserves and not too
 * few. The beginning of the list is a fair part of it, too: every folder has its share in each stretch.
 *
 * @param {readonly Fault[]} all
 * @param {number} count
 * @returns {readonly Fault[]}
 */
export function drawSample(all, count) {
  const counted = all.filter(({ key }) => !(key in equivalents));
  const ranked = FOLDERS.flatMap((folder) => {
    const here = counted.filter((one) => one.folder === folder).toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const share = Math.min(
      here.length,
      Math.max(FOLDER_MIN, Math.round((count * here.length) / counted.length)),
    );
    return here.slice(0, share).map((fault, at) => ({ fault, rank: (at + 0.5) / share }));
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ fault }, no) => ({ ...fault, no }));
}

/** @param {Pick<Fault, 'file' | 'line' | 'operator'>} fault */
export const placeOf = ({ file, line, operator }) => `${file}:${line} ${operator}`;

import { blank } from './source-text.ts';

/**
 * Words with a meaning that only their authors know, according to docs/glossary.md. A name is split into
 * words before the check, so `handsome` passes.
 */
const NAMES: Readonly<Record<string, string>> = {
  deaf: 'unsubscribe',
  bag: 'input',
  hands: 'handlers',
  signs: 'characters',
  worded: 'indexed',
};

const COMMENTS: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/\b(?:of|on|over|before) the net\b|\b(?:own|open) net\b/, 'network'],
  [/\b(?:one|two|three|these|control|few|standard|CJK) signs?\b(?! of life)/, 'character'],
  [/\bdeaf\b/, 'unsubscribed'],
  [/\bone bag\b|\bbag of fields\b/, 'input'],
];

const wordsIn = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/);

/** Declared names only; a read name may belong to another file. */
const DECLARED = /\b(?:const|let|function\*?|class|interface|type)\s+([A-Za-z_$][\w$]*)/g;

/** Most files have none of these sequences and are skipped. */
const PERHAPS = /deaf|bag|hands|sign|worded|\bnet\b/i;

export function dialectFaults(path: string, source: string): readonly string[] {
  if (!PERHAPS.test(source)) return [];
  const { codeOnly, withoutComments } = blank(source);
  const names = [...codeOnly.matchAll(DECLARED)].map(([, name = '']) => name);
  const strange = names.filter((name) => {
    const words = wordsIn(name);
    // To sign in is a verb; a sign at the end of a name is a thing.
    return words.some((word) => Object.hasOwn(NAMES, word)) || (words.at(-1) === 'sign' && words.length > 1);
  });
  const comments = [...source]
    .map((char, at) => (char === withoutComments[at] && char !== '\n' ? ' ' : char))
    .join('');
  const lines = COMMENTS.filter(([pattern]) => pattern.test(comments)).map(([, word]) => word);
  return [
    ...strange.map((name) => `${path}: ${name}`),
    ...lines.map((word) => `${path}: a comment means ${word} and says something else`),
  ];
}

const EXPORTED =
  /^export (?:declare |abstract |async |default )*(?:type|interface|class|enum|const|let|function\*?) +(\w+)/gm;

/** A call has one name on the wire and in the server. */
const isPair = (paths: readonly string[]): boolean => {
  const done = paths.filter((path) => path.startsWith('src/server/features/'));
  const called = paths.filter((path) => path.startsWith('src/wire/calls/'));
  return done.length <= 1 && called.length <= 1 && paths.length === done.length + called.length;
};

/** Names that several files of the product export, with those files; and how many names there are. */
export function homonyms(sources: Iterable<readonly [path: string, source: string]>) {
  const files = new Map<string, Set<string>>();
  for (const [path, source] of sources) {
    for (const [, name = ''] of source.matchAll(EXPORTED)) {
      const allNames = files.get(name) ?? new Set();
      files.set(name, allNames.add(path));
    }
  }
  const twice = [...files].filter(([, paths]) => paths.size > 1 && !isPair([...paths]));
  return { count: files.size, twice: twice.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`) };
}
